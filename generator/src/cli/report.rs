//! `speedsheet report`.

use std::path::PathBuf;

use anyhow::Result;

use super::Exit;
use super::inputs::Inputs;
use super::material::Material;
use super::output::{self, counted};
use super::size::Size;
use crate::files;
use crate::site::{self, ReportFile, RunWeight, Weight};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// File to write; replaced where it is an earlier report
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Keep every run to itself, where files of a sweep would become one
    #[arg(long)]
    no_group: bool,
    /// Theme of the report, before that of the configuration: `default` or `paper`
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Size after packing with gzip above which there is a warning that says what is large,
    /// such as 250kB or 1MB
    #[arg(long, value_name = "SIZE", default_value = "250kB")]
    budget: Size,
}

pub(super) fn run(args: &Args) -> Result<Exit> {
    let file = ReportFile::claim(&args.out, &args.inputs.inputs)?;
    let material = Material::gather(&args.inputs, !args.no_group)?;
    if material.exit == Exit::Nothing {
        return Ok(material.exit);
    }
    let theme = material.config.theme(args.theme.as_deref())?;
    let report = site::report(&material.entries, &material.settings(&theme, None))?;
    file.write(&report.html)?;
    let weight = &report.weight;
    if weight.total > args.budget.0 {
        output::tell(&warning(file.shown(), weight, args.budget));
    }
    let mut text = material.grouped;
    text.push_str(&format!(
        "{}  {}, {} bytes, {} gzip\n",
        file.shown(),
        counted(weight.runs.len(), "run"),
        report.html.len(),
        weight.total
    ));
    output::print(&text)?;
    Ok(material.exit)
}

/// Most runs that a warning names.
const MAX_NAMED: usize = 3;

/// What makes a report large, in bytes after packing, and what to do about it.
fn warning(shown: &str, weight: &Weight, budget: Size) -> String {
    let sum = |part: fn(&RunWeight) -> usize| weight.runs.iter().map(part).sum::<usize>();
    let mut text = format!(
        "warning: {shown} has {} bytes gzip, more than its budget of {budget}\n  \
         {:>8}  viewer\n  {:>8}  styles and scripts of the theme\n  \
         {:>8}  pages of {}\n  {:>8}  their data\n",
        weight.total,
        weight.viewer,
        weight.theme,
        sum(|run| run.page),
        counted(weight.runs.len(), "run"),
        sum(|run| run.data),
    );
    for run in largest(&weight.runs) {
        text.push_str(&format!(
            "  {:>8}  of these: {} (page {}, data {})\n",
            run.page + run.data,
            files::harmless(&run.title),
            run.page,
            run.data
        ));
    }
    text.push_str(
        "  give it fewer runs, `speedsheet build` a site of all, or allow more with --budget",
    );
    text
}

/// The runs that weigh most, the heaviest first.
fn largest(runs: &[RunWeight]) -> impl Iterator<Item = &RunWeight> {
    let mut runs: Vec<&RunWeight> = runs.iter().collect();
    runs.sort_by_key(|run| std::cmp::Reverse(run.page + run.data));
    runs.into_iter().take(MAX_NAMED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_names_the_largest_runs_first() {
        let run = |title: &str, page, data| RunWeight {
            title: title.to_owned(),
            page,
            data,
        };
        let weight = Weight {
            total: 1_000,
            viewer: 500,
            theme: 50,
            runs: vec![
                run("a", 10, 1),
                run("b", 10, 400),
                run("c", 20, 9),
                run("d\u{1b}", 20, 10),
            ],
        };
        let text = warning("r.html", &weight, Size(900));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "warning: r.html has 1000 bytes gzip, more than its budget of 900 bytes"
        );
        assert_eq!(lines[1], "       500  viewer");
        assert_eq!(lines[3], "        60  pages of 4 runs");
        assert_eq!(lines[5], "       410  of these: b (page 10, data 400)");
        assert_eq!(
            lines[6],
            "        30  of these: d\\u{1b} (page 20, data 10)"
        );
        assert_eq!(lines.len(), 9);
    }
}
