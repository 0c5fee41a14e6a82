//! The colours a chart is drawn with.

use plotters::style::RGBColor;

use super::STEPS;

/// The colours of a page, passed to whatever is drawn on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    /// Surface that the chart stands on.
    pub card: RGBColor,
    /// Text.
    pub ink: RGBColor,
    /// Text of lesser weight: axes and labels.
    pub soft: RGBColor,
    /// Grid lines and hatching.
    pub line: RGBColor,
    /// Curves.
    pub accent: RGBColor,
    /// Cells without a value.
    pub wall: RGBColor,
    /// Sequential colours; the last one is for the best value.
    pub ramp: [RGBColor; STEPS],
    /// Text on each of them.
    pub ramp_ink: [RGBColor; STEPS],
}

/// Even in lightness and safe for colour vision deficiency, from light to dark.
const RAMP: [u32; STEPS] = [
    0xd4_f1dc, 0xa4_e0bb, 0x65_d0ad, 0x42_b9ad, 0x35_a1ab, 0x34_88a6, 0x36_70a0, 0x3b_5698,
    0x41_3e7d, 0x39_2b56, 0x29_1a31,
];

/// Steps from the light end that carry dark text; the others carry white.
const DARK_INK_STEPS: usize = 6;

impl Palette {
    /// The default theme on a light page: the best value is the darkest.
    pub fn light() -> Self {
        Self {
            card: rgb(0xff_ffff),
            ink: rgb(0x13_1a22),
            soft: rgb(0x56_6270),
            line: rgb(0xdf_e5ea),
            accent: rgb(0x1d_5f8a),
            wall: rgb(0xee_f1f4),
            ramp: RAMP.map(rgb),
            ramp_ink: std::array::from_fn(ink_on),
        }
    }

    /// The default theme on a dark page: the best value is the lightest.
    pub fn dark() -> Self {
        let mut palette = Self {
            card: rgb(0x15_1c23),
            ink: rgb(0xe8_edf2),
            soft: rgb(0x9a_a7b4),
            line: rgb(0x28_323c),
            accent: rgb(0x6c_b8e6),
            wall: rgb(0x1b_232b),
            ..Self::light()
        };
        palette.ramp.reverse();
        palette.ramp_ink.reverse();
        palette
    }
}

/// A colour written as `#rgb` or `#rrggbb`; `None` for any other notation.
pub fn parse_hex(text: &str) -> Option<RGBColor> {
    let digits = text.trim().strip_prefix('#')?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        6 => Some(rgb(value)),
        3 => {
            let channel = |shift: u32| ((value >> shift & 0xf) * 0x11) as u8;
            Some(RGBColor(channel(8), channel(4), channel(0)))
        }
        _ => None,
    }
}

fn ink_on(step: usize) -> RGBColor {
    rgb(if step < DARK_INK_STEPS {
        0x0b_1220
    } else {
        0xff_ffff
    })
}

/// The colour of `0xrrggbb`.
fn rgb(value: u32) -> RGBColor {
    let channel = |shift: u32| (value >> shift & 0xff) as u8;
    RGBColor(channel(16), channel(8), channel(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance and contrast as WCAG 2 defines them.
    fn contrast(one: RGBColor, other: RGBColor) -> f64 {
        let luminance = |RGBColor(r, g, b): RGBColor| {
            let linear = |channel: u8| {
                let share = f64::from(channel) / 255.0;
                if share <= 0.040_45 {
                    share / 12.92
                } else {
                    ((share + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn text_is_readable_on_every_step_and_surface() {
        for palette in [Palette::light(), Palette::dark()] {
            for (step, ink) in palette.ramp.iter().zip(&palette.ramp_ink) {
                assert!(contrast(*step, *ink) >= 4.5, "{step:?} {ink:?}");
            }
            for surface in [palette.card, palette.wall] {
                assert!(contrast(surface, palette.soft) >= 4.5);
                assert!(contrast(surface, palette.ink) >= 4.5);
            }
        }
    }

    #[test]
    fn hex_colours_of_both_lengths_are_read() {
        assert_eq!(parse_hex(" #1d5f8a "), Some(RGBColor(0x1d, 0x5f, 0x8a)));
        assert_eq!(parse_hex("#fff"), Some(RGBColor(255, 255, 255)));
        assert_eq!(parse_hex("#ffff"), None);
        assert_eq!(parse_hex("oklch(50% 0 0)"), None);
    }
}
