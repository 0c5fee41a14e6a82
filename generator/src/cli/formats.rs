//! `speedsheet formats`.

use anyhow::Result;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use serde::Serialize;
use speedsheet_core::formats::{FormatInfo, REGISTRY};

use super::{Exit, output};

#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON_HELP)]
pub(super) struct Args {
    /// How to print the list
    #[arg(long, value_enum, default_value_t = Form::Table)]
    to: Form,
}

/// How the list is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// A table as wide as the terminal
    Table,
    /// A Markdown table, as in the README
    Markdown,
    /// JSON for programs
    Json,
}

const JSON_HELP: &str = r#"Shape of --to json:
  [ { "id": "vllm_serve",      as in source.format of a run
      "name": "…",             tool and kind of output
      "versions": "…",         versions of the tool whose output was tried
      "yields": "…" } ]        what comes out"#;

pub(super) fn run(args: &Args) -> Result<Exit> {
    let mut formats: Vec<FormatInfo> = REGISTRY.iter().map(|format| format.info()).collect();
    formats.sort_by_key(|info| info.id);
    let text = match args.to {
        Form::Table => table(&formats),
        Form::Markdown => markdown(&formats),
        Form::Json => json(&formats)?,
    };
    output::print(&text)?;
    Ok(Exit::Success)
}

fn table(formats: &[FormatInfo]) -> String {
    let mut table = Table::new();
    table
        .load_preset(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(["format", "tool and kind", "versions tried", "gives"]);
    if table.width().is_none() {
        // Not a terminal: wide enough to read, narrow enough to mail.
        table.set_width(120);
    }
    for info in formats {
        table.add_row([info.id, info.name, info.versions, info.yields]);
    }
    if let Some(ids) = table.column_mut(0) {
        ids.set_constraint(ColumnConstraint::ContentWidth);
    }
    format!(
        "{table}\n{} formats, recognised by content alone\n",
        formats.len()
    )
}

fn markdown(formats: &[FormatInfo]) -> String {
    let mut text =
        "| format | tool and kind | versions tried | gives |\n|---|---|---|---|\n".to_owned();
    for info in formats {
        let cells = [info.name, info.versions, info.yields].map(|cell| cell.replace('|', "\\|"));
        text.push_str(&format!("| `{}` | {} |\n", info.id, cells.join(" | ")));
    }
    text
}

#[derive(Serialize)]
struct Listed {
    id: &'static str,
    name: &'static str,
    versions: &'static str,
    yields: &'static str,
}

fn json(formats: &[FormatInfo]) -> Result<String> {
    let listed: Vec<Listed> = formats
        .iter()
        .map(|info| Listed {
            id: info.id,
            name: info.name,
            versions: info.versions,
            yields: info.yields,
        })
        .collect();
    Ok(format!("{}\n", serde_json::to_string_pretty(&listed)?))
}
