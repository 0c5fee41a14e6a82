//! The head of a page: title, summary line, author and date.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::findings::Findings;
use super::lines::Line;
use super::page::Page;
use crate::display::context_label;
use crate::formats::printed;
use crate::model::{Attribution, Axis, Family, Run};
use crate::query::Matrix;

/// How the page prints a date, and the same without a comma before the time.
const DATE_FORMATS: [&str; 3] = ["%b %d, %Y, %H:%M", "%b %d, %Y %H:%M", "%Y-%m-%d %H:%M"];

/// Reads title, author and date, and fills what the facts left open.
pub(super) fn read(page: &Page, run: &mut Run, findings: &mut Findings) {
    if let Some(title) = &page.title {
        run.title.clone_from(&title.text);
        read_title(title, run, findings);
    }
    if let Some(byline) = &page.byline {
        read_byline(byline, run, findings);
    }
}

/// `MODEL on HARDWARE`, the hardware with memory and count: `H200 SXM 141GB ×4`.
fn read_title(title: &Line, run: &mut Run, findings: &mut Findings) {
    let named = run
        .hardware
        .name
        .as_ref()
        .and_then(|name| title.text.rfind(&format!(" on {name}")));
    let Some(at) = named.or_else(|| title.text.rfind(" on ")) else {
        return;
    };
    run.model.name = Some(title.text[..at].to_owned());
    let machine = &title.text[at + " on ".len()..];
    let (machine, count) = match machine.rsplit_once([' ', '\u{a0}']) {
        Some((rest, last)) => match last.strip_prefix(['×', 'x']).map(str::parse) {
            Some(Ok(count)) => (rest, Some(count)),
            _ => (machine, None),
        },
        None => (machine, None),
    };
    let size = machine.rsplit_once(' ').and_then(|(rest, last)| {
        let gigabytes = printed::number(last.strip_suffix("GB")?)?;
        Some((rest, Some(gigabytes.value)))
    });
    let (name, memory) = size.unwrap_or((machine, None));
    let hardware = &mut run.hardware;
    if hardware.name.as_deref().is_some_and(|known| known != name)
        || count.is_some_and(|count| hardware.count.is_some_and(|known| known != count))
    {
        findings.warn(
            title,
            "title_differs",
            format!(
                "the title names {machine:?}{}, the facts say otherwise; the facts are used",
                count.map_or_else(String::new, |count: u32| format!(" ×{count}")),
            ),
        );
        return;
    }
    hardware.name.get_or_insert_with(|| name.to_owned());
    if hardware.count.is_none() {
        hardware.count = count;
    }
    if hardware.memory_gb.is_none() && count.is_none_or(|count| count == 1) {
        hardware.memory_gb = memory;
    } else if hardware.memory_per_device_gb.is_none() && hardware.memory_gb.is_none() {
        hardware.memory_per_device_gb = memory;
    }
}

/// `by WHOMeasured Sep 13, 2026, 02:25 UTC`. The date is told apart for certain;
/// what stands before it is kept whole.
fn read_byline(line: &Line, run: &mut Run, findings: &mut Findings) {
    let (author, date) = match line.text.rfind("Measured ") {
        Some(at) => (
            &line.text[..at],
            Some(line.text[at + "Measured ".len()..].trim()),
        ),
        None => (line.text.as_str(), None),
    };
    if let Some(author) = author
        .strip_prefix("by ")
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let ambiguous = author.contains(' ');
        run.source.attribution = Some(Attribution {
            text: author.to_owned(),
            ambiguous,
        });
        if ambiguous {
            findings.note(line, "ambiguous_author", format!(
                "the author line {author:?} holds several things glued together and is kept whole"
            ));
        }
    }
    let Some(date) = date else { return };
    match parse_date(date) {
        Some(instant) => run.measured_at = Some(instant),
        None => {
            run.extra.insert("measured".to_owned(), date.into());
            findings.warn(line, "unread_date", format!(
                "the date {date:?} is not of the form \"Sep 13, 2026, 02:25 UTC\" and is kept as text"
            ));
        }
    }
}

/// RFC 3339 in UTC, or a local time where no zone is printed. A zone other than
/// UTC has no certain meaning as an abbreviation.
fn parse_date(text: &str) -> Option<String> {
    let (local, zoned) = match text
        .strip_suffix("UTC")
        .or_else(|| text.strip_suffix("GMT"))
    {
        Some(local) => (local.trim_end(), true),
        None => (text, false),
    };
    let time = DATE_FORMATS
        .iter()
        .find_map(|format| DateTime::strptime(format, local).ok())?;
    Some(match zoned {
        true => TimeZone::UTC.to_timestamp(time).ok()?.to_string(),
        false => time.to_string(),
    })
}

/// The author and date as the page prints them, or nothing where neither is known.
pub(super) fn write_byline(run: &Run) -> Option<String> {
    let author = run.source.attribution.as_ref();
    let date = match (&run.measured_at, run.extra.get("measured")) {
        (_, Some(text)) => text.as_str().map(str::to_owned),
        (Some(instant), None) => Some(print_date(instant)),
        (None, None) => None,
    };
    let author = author.map(|author| format!("by {}", author.text));
    let date = date.map(|date| format!("Measured {date}"));
    match (author, date) {
        (None, None) => None,
        (author, date) => Some(format!(
            "{}{}",
            author.unwrap_or_default(),
            date.unwrap_or_default()
        )),
    }
}

fn print_date(instant: &str) -> String {
    if let Ok(timestamp) = instant.parse::<Timestamp>() {
        return timestamp.strftime("%b %d, %Y, %H:%M UTC").to_string();
    }
    match instant.parse::<DateTime>() {
        Ok(local) => local.strftime("%b %d, %Y, %H:%M").to_string(),
        Err(_) => instant.to_owned(),
    }
}

/// Engine, version, quantization and the shape of the matrix, checked against
/// what the page really holds. Runs after the measurements are read.
pub(super) fn check_summary(page: &Page, run: &mut Run, findings: &mut Findings) {
    let Some(line) = &page.summary else { return };
    let mut parts = line.text.split(" · ").map(str::trim);
    let engine = parts.next().unwrap_or_default();
    match &run.engine.name {
        None => run.engine.name = Some(engine.to_owned()),
        Some(known) if known != engine => findings.warn(
            line,
            "summary_differs",
            format!(
                "the summary names the engine {engine:?}, the facts {known:?}; the facts are used"
            ),
        ),
        Some(_) => {}
    }
    for part in parts {
        if part.contains(" context") {
            read_shape(part, line, run, findings);
        } else if run.engine.version.is_none()
            && part.starts_with(|c: char| c.is_ascii_digit() || c == 'v')
        {
            run.engine.version = Some(part.to_owned());
        } else if run.model.quantization.is_none() && !part.contains(' ') {
            run.model.quantization = Some(part.to_owned());
        }
    }
    let printed = write_summary(run);
    if printed.as_ref() != Some(&line.text) {
        run.extra
            .insert("summary".to_owned(), line.text.clone().into());
        findings.note(
            line,
            "summary_differs",
            format!(
                "the summary line does not match the page, which would be summed up as {:?}",
                printed.unwrap_or_default()
            ),
        );
    }
}

/// `BF166 contexts (…)`: the quantization and the number of contexts, glued.
fn read_shape(part: &str, line: &Line, run: &mut Run, findings: &mut Findings) {
    if run.model.quantization.is_some() {
        return;
    }
    let glued = part.split(" context").next().unwrap_or_default();
    let rows = decode_matrix(run).rows.len();
    match glued.strip_suffix(&rows.to_string()) {
        Some("") => {}
        Some(quantization) if rows > 0 => run.model.quantization = Some(quantization.to_owned()),
        _ if glued.bytes().all(|byte| byte.is_ascii_digit()) => {}
        _ => findings.note(line, "ambiguous_quantization", format!(
            "{glued:?} holds the quantization and the number of contexts, and nothing on the page says where one ends"
        )),
    }
}

/// The summary line of a run, as the page prints it with its gluing; `None` where
/// nothing it would say is known.
pub(super) fn write_summary(run: &Run) -> Option<String> {
    let matrix = decode_matrix(run);
    let mut parts: Vec<String> = [&run.engine.name, &run.engine.version]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let quantization = run.model.quantization.clone().unwrap_or_default();
    if matrix.is_empty() {
        parts.extend((!quantization.is_empty()).then_some(quantization));
    } else {
        parts.push(format!(
            "{quantization}{} × {}",
            counted(&matrix.rows, "context", |&tokens| context_label(
                tokens as u64
            )),
            counted(&matrix.columns, "concurrency level", ToString::to_string),
        ));
    }
    let prefill: Vec<String> = run
        .measurements
        .iter()
        .filter(|one| one.family == Family::Prefill)
        .filter_map(|one| one.axes.context_tokens)
        .map(context_label)
        .collect();
    if !prefill.is_empty() {
        parts.push(format!("prefill at {}", prefill.join(", ")));
    }
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// `6 contexts (8K–251K)`, `1 context (8K)`.
fn counted(values: &[f64], noun: &str, label: impl Fn(&f64) -> String) -> String {
    match values {
        [] => String::new(),
        [only] => format!("1 {noun} ({})", label(only)),
        [first, .., last] => format!(
            "{} {noun}s ({}–{})",
            values.len(),
            label(first),
            label(last)
        ),
    }
}

fn decode_matrix(run: &Run) -> Matrix {
    Matrix::pivot(
        &run.measurements,
        (Axis::Context, Axis::Concurrency),
        |one| one.family == Family::Decode,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_become_instants_only_where_the_zone_is_certain() {
        assert_eq!(
            parse_date("Sep 13, 2026, 02:25 UTC").as_deref(),
            Some("2026-09-13T02:25:00Z")
        );
        assert_eq!(
            parse_date("Sep 13, 2026, 02:25").as_deref(),
            Some("2026-09-13T02:25:00")
        );
        assert_eq!(parse_date("Sep 13, 2026, 02:25 CEST"), None);
    }

    #[test]
    fn a_date_is_printed_as_it_was_read() {
        for text in ["Sep 13, 2026, 02:25 UTC", "Jan 02, 2026, 23:59"] {
            assert_eq!(print_date(&parse_date(text).unwrap()), text);
        }
    }
}
