//! The devices that llama.cpp lists.

use crate::formats::reading::Line;
use crate::model::Hardware;

/// Sets the accelerator where all of the devices are of one kind; else names them all.
pub(super) fn set<'a>(hardware: &mut Hardware, names: impl IntoIterator<Item = &'a str>) {
    let names: Vec<&str> = names
        .into_iter()
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    let Some(first) = names.first() else { return };
    if names.iter().all(|name| name == first) {
        hardware.name = Some((*first).to_owned());
        hardware.count = u32::try_from(names.len()).ok();
    } else {
        hardware.name = Some(names.join(", "));
    }
}

/// The device a line names: `ggml_vulkan: 0 = NAME (driver) | uma: …` or
/// `  Device 0: NAME, gfx1151 …`.
pub(super) fn named(line: &Line) -> Option<&str> {
    let text = line.text.trim();
    if let Some(rest) = text.strip_prefix("ggml_vulkan: ") {
        let (index, device) = rest.split_once(" = ")?;
        index.parse::<u32>().ok()?;
        let device = device.split(" | ").next()?;
        return Some(device.split(" (").next().unwrap_or(device).trim());
    }
    let rest = text.strip_prefix("Device ")?;
    let (index, device) = rest.split_once(": ")?;
    index.parse::<u32>().ok()?;
    device.split(", ").next().map(str::trim)
}

/// True for a line that llama.cpp prints while it looks for devices.
pub(super) fn is_listing(line: &Line) -> bool {
    [
        "ggml_cuda_init: found",
        "ggml_vulkan: Found",
        "ggml_metal_init: found",
    ]
    .iter()
    .any(|start| line.text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_devices_of_both_listings_are_named() {
        let name = |text: &str| {
            let line = Line {
                number: 1,
                text: text.to_owned(),
            };
            named(&line).map(str::to_owned)
        };
        assert_eq!(
            name("ggml_vulkan: 0 = Radeon 8060S Graphics (RADV GFX1151) (radv) | uma: 1")
                .as_deref(),
            Some("Radeon 8060S Graphics")
        );
        assert_eq!(
            name("  Device 0: NVIDIA GB10, compute capability 12.1, VMM: yes").as_deref(),
            Some("NVIDIA GB10")
        );
        assert_eq!(name("ggml_vulkan: Found 1 Vulkan devices:"), None);
        assert_eq!(name("Device lost: 3"), None);
    }
}
