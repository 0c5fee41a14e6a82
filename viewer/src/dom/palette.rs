//! The colours of the page, as CSS has them at this moment.

use plotters::style::RGBColor;
use speedsheet_core::chart::{Palette, Style, parse_hex};
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, CssStyleDeclaration, HtmlCanvasElement};

use super::page::{self, Result};

/// The style to draw with on a canvas of `scale` device pixels per CSS pixel.
pub(super) fn current(canvas: &HtmlCanvasElement, scale: f64) -> Result<Style> {
    let root = page::root()?;
    let css = page::window()?
        .get_computed_style(&root)
        .map_err(page::describe)?
        .ok_or("the page has no style")?;
    let context: CanvasRenderingContext2d = canvas
        .get_context("2d")
        .map_err(page::describe)?
        .ok_or("this browser does not draw on a canvas")?
        .dyn_into()
        .map_err(|_| "this browser draws on a canvas in another way")?;
    let colors = Colors { css, context };
    let default = match colors.css.get_property_value("color-scheme").as_deref() {
        Ok("dark") => Palette::dark(),
        _ => Palette::light(),
    };
    let step = |name: String, default: RGBColor| colors.get(&name).unwrap_or(default);
    let palette = Palette {
        card: colors.get("--card").unwrap_or(default.card),
        ink: colors.get("--ink").unwrap_or(default.ink),
        soft: colors.get("--soft").unwrap_or(default.soft),
        line: colors.get("--line").unwrap_or(default.line),
        accent: colors.get("--accent").unwrap_or(default.accent),
        wall: colors.get("--wall").unwrap_or(default.wall),
        ramp: std::array::from_fn(|at| step(format!("--h{at}"), default.ramp[at])),
        ramp_ink: std::array::from_fn(|at| {
            let name = match at {
                0..=4 => "--low-ink",
                5 => "--middle-ink",
                _ => "--high-ink",
            };
            step(name.to_owned(), default.ramp_ink[at])
        }),
    };
    let mut style = Style::canvas(palette, scale);
    if let Ok(font) = colors.css.get_property_value("--font")
        && !font.trim().is_empty()
    {
        font.trim().clone_into(&mut style.font);
    }
    Ok(style)
}

struct Colors {
    css: CssStyleDeclaration,
    context: CanvasRenderingContext2d,
}

impl Colors {
    /// The colour of a custom property, in whatever way CSS writes it: a canvas gives
    /// every opaque colour back as `#rrggbb`.
    fn get(&self, property: &str) -> Option<RGBColor> {
        let text = self.css.get_property_value(property).ok()?;
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        parse_hex(text).or_else(|| {
            self.context.set_fill_style_str(text);
            parse_hex(&self.context.fill_style().as_string()?)
        })
    }
}
