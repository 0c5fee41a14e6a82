//! Charts as SVG that take their colours from the page.

use anyhow::{Context, Result, anyhow};
use plotters_svg::SVGBackend;
use speedsheet_core::chart::{
    IntoDrawingArea, LineChart, Palette, RGBColor, STEPS, Style, line_chart,
};

/// Size of a drawing that has a card to itself; the page scales it.
pub(super) const WIDE: (u32, u32) = (520, 250);
/// Size of the same for a phone, where the wide one would have texts too small to read.
pub(super) const NARROW: (u32, u32) = (320, 210);
/// Size of one of several drawings side by side, about as wide as a phone.
pub(super) const SMALL: (u32, u32) = (350, 210);

/// Colours that stand for a class while a chart is drawn. A style attribute would be
/// stopped by the page's policy, and a fixed colour would not follow the theme.
const CLASSES: [(u8, &str); 4] = [
    (1, "ink-soft"),
    (2, "ink-line"),
    (3, "ink-accent"),
    (4, "ink-card"),
];

/// Draws a chart. `label` says in words what it shows.
pub(super) fn svg(chart: &LineChart, label: &str, (width, height): (u32, u32)) -> Result<String> {
    let mut drawing = String::new();
    {
        let area = SVGBackend::with_string(&mut drawing, (width, height)).into_drawing_area();
        let attempt = |error| anyhow!("{error}");
        line_chart(&area, chart, &Style::svg(palette()))
            .map_err(attempt)
            .and_then(|()| area.present().map_err(attempt))
            .context("failed to draw a chart")?;
    }
    let start = drawing.find('>').map_or(0, |at| at + 1);
    let body = drawing[start..]
        .replace('\n', "")
        // What is the default, or stands in the style of the page.
        .replace(" font-family=\"system-ui, sans-serif\"", "")
        .replace(" opacity=\"1\"", "")
        .replace(" stroke=\"none\"", "");
    let mut escaped = Vec::new();
    tera::escape_html(label, &mut escaped)?;
    let label = String::from_utf8(escaped)?;
    Ok(format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">{}",
        with_classes(&body)
    ))
}

/// The drawing with classes in the place of colours.
fn with_classes(body: &str) -> String {
    let mut text = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find("=\"#0000") {
        let (before, mark) = rest.split_at(at);
        let class = mark
            .get(7..9)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
            .and_then(class);
        let attribute = ["fill", "stroke"]
            .into_iter()
            .find(|attribute| before.ends_with(attribute));
        if let (Some(class), Some(attribute)) = (class, attribute) {
            text.push_str(&before[..before.len() - attribute.len()]);
            text.push_str(&format!("class=\"{attribute}-{class}"));
            rest = &mark[9..];
        } else {
            text.push_str(before);
            text.push('=');
            rest = &mark[1..];
        }
    }
    text.push_str(rest);
    text
}

/// The class that a mark stands for. The steps of the ramp come after the others.
fn class(mark: u8) -> Option<String> {
    let other = CLASSES.iter().find(|(known, _)| *known == mark);
    match other {
        Some((_, class)) => Some((*class).to_owned()),
        None => {
            let step = mark.checked_sub(FIRST_STEP)?;
            (usize::from(step) < STEPS).then(|| format!("h{step}"))
        }
    }
}

/// Mark of the first step of the ramp.
const FIRST_STEP: u8 = 0x10;

/// A palette in which each colour is the mark of a class.
fn palette() -> Palette {
    let [soft, line, accent, card] = CLASSES.map(|(mark, _)| RGBColor(0, 0, mark));
    Palette {
        card,
        ink: soft,
        soft,
        line,
        accent,
        wall: line,
        ramp: std::array::from_fn(|step| RGBColor(0, 0, FIRST_STEP + step as u8)),
        ramp_ink: [soft; STEPS],
    }
}

#[cfg(test)]
mod tests {
    use speedsheet_core::chart::{Line, LinePoint, Look};

    use super::*;

    #[test]
    fn a_chart_has_classes_and_no_colours_of_its_own() {
        let line = |look| Line {
            look,
            name: "<b>#000011".to_owned(),
            points: vec![LinePoint::new(1024.0, 5.0), LinePoint::new(2048.0, 7.0)],
        };
        let chart = LineChart {
            lines: vec![
                line(Look::Accent),
                line(Look::Step(5)),
                line(Look::Plain(10)),
            ],
            ..LineChart::default()
        };

        let svg = svg(&chart, "a \"curve\"", WIDE).unwrap();

        assert!(svg.contains("aria-label=\"a &quot;curve&quot;\""), "{svg}");
        assert!(!svg.contains("=\"#"), "{svg}");
        assert!(!svg.contains("style="), "{svg}");
        for class in [
            "stroke-ink-accent",
            "fill-ink-card",
            "fill-ink-soft",
            "stroke-ink-line",
            "fill-h5",
            "stroke-h5",
            "stroke-h10",
        ] {
            assert!(
                svg.contains(&format!("class=\"{class}\"")),
                "{class}: {svg}"
            );
        }
        assert!(svg.contains("&lt;b&gt;#000011"), "{svg}");
    }
}
