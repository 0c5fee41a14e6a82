//! Developer commands: `cargo xtask --help` lists them.
//!
//! Each command is a function of the [`Workspace`] in a module of its own.

use anyhow::Result;
use clap::{Parser, Subcommand};

mod viewer;
mod workspace;

use workspace::Workspace;

/// Developer commands of speedsheet.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the WASM viewer into generator/assets/viewer/, which the generator embeds.
    Viewer,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let workspace = Workspace::find()?;
    match arguments.command {
        Command::Viewer => viewer::build(&workspace).map(|sizes| println!("{sizes}")),
    }
}
