//! The prefill curve as an SVG that takes its colours from the page.

use anyhow::{Context, Result, anyhow};
use plotters_svg::SVGBackend;
use speedsheet_core::chart::{
    Curve, IntoDrawingArea, Palette, RGBColor, STEPS, Style, prefill_curve,
};

/// Size of the drawing for a wide screen; the page scales it.
pub(super) const WIDE: (u32, u32) = (520, 250);
/// Size for a phone, where the wide one would have texts too small to read.
pub(super) const NARROW: (u32, u32) = (320, 210);

/// Colours that stand for a class while the curve is drawn. A style attribute would be
/// stopped by the page's policy, and a fixed colour would not follow the theme.
const CLASSES: [(u8, &str); 4] = [
    (1, "ink-soft"),
    (2, "ink-line"),
    (3, "ink-accent"),
    (4, "ink-card"),
];

/// Draws the curve. `label` says in words what it shows.
pub(super) fn svg(curve: &Curve, label: &str, (width, height): (u32, u32)) -> Result<String> {
    let mut drawing = String::new();
    {
        let area = SVGBackend::with_string(&mut drawing, (width, height)).into_drawing_area();
        let attempt = |error| anyhow!("{error}");
        prefill_curve(&area, curve, &Style::svg(palette()))
            .map_err(attempt)
            .and_then(|()| area.present().map_err(attempt))
            .context("failed to draw the prefill curve")?;
    }
    let start = drawing.find('>').map_or(0, |at| at + 1);
    let mut body = drawing[start..]
        .replace('\n', "")
        .replace(" font-family=\"system-ui, sans-serif\"", "");
    for (mark, class) in CLASSES {
        let color = format!("#0000{mark:02X}");
        for attribute in ["fill", "stroke"] {
            let plain = format!("{attribute}=\"{color}\"");
            body = body.replace(&plain, &format!("class=\"{attribute}-{class}\""));
        }
    }
    let mut escaped = Vec::new();
    tera::escape_html(label, &mut escaped)?;
    let label = String::from_utf8(escaped)?;
    Ok(format!(
        "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">{body}"
    ))
}

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
        ramp: [soft; STEPS],
        ramp_ink: [soft; STEPS],
    }
}

#[cfg(test)]
mod tests {
    use speedsheet_core::chart::CurvePoint;

    use super::*;

    #[test]
    fn the_curve_has_classes_and_no_colours_of_its_own() {
        let point = |context: f64, value| CurvePoint {
            context,
            label: context.to_string(),
            value,
        };
        let curve = Curve {
            points: vec![point(1024.0, 5.0), point(2048.0, 7.0)],
        };

        let svg = svg(&curve, "a \"curve\"", WIDE).unwrap();

        assert!(svg.contains("aria-label=\"a &quot;curve&quot;\""), "{svg}");
        assert!(!svg.contains("=\"#"), "{svg}");
        assert!(!svg.contains("style="), "{svg}");
        for class in [
            "stroke-ink-accent",
            "fill-ink-card",
            "fill-ink-soft",
            "stroke-ink-line",
        ] {
            assert!(
                svg.contains(&format!("class=\"{class}\"")),
                "{class}: {svg}"
            );
        }
    }
}
