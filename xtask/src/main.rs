//! Developer commands: `cargo xtask --help` lists them.
//!
//! Each command is a function of the [`Workspace`] in a module of its own. What a
//! command needs and doesn't find it installs, and says so.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod browser;
mod demo;
mod formats;
mod package;
mod site;
mod test;
mod tools;
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
    /// Build everything, and from the samples the site in site/.
    Demo {
        /// Open the site in the default browser.
        #[arg(long)]
        open: bool,
    },
    /// Run every check, stopping at the first that fails.
    Test {
        /// Run only these parts; may be given more than once.
        #[arg(long, value_name = "PART")]
        only: Vec<test::Part>,
    },
    /// Write the table of formats in the README from the registry.
    Formats,
    /// Install the tools that the checks need and don't find.
    Tools,
    /// Write the packages that are published, with the viewer and the themes inside.
    Package,
    /// Take pictures of the pages: wide and narrow, light and dark.
    Screenshots {
        /// The folder for the pictures.
        #[arg(long, value_name = "DIR", default_value = "target/screenshots")]
        out: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            for cause in error.chain().skip(1) {
                eprintln!("  caused by: {cause}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    let workspace = Workspace::find()?;
    match command {
        Command::Viewer => viewer::build(&workspace).map(|sizes| println!("{sizes}")),
        Command::Demo { open } => demo::run(&workspace, open),
        Command::Test { only } => test::run(&workspace, &only),
        Command::Formats => formats::write(&workspace),
        Command::Tools => tools::install_all(&workspace),
        Command::Package => package::write(&workspace).map(|packages| {
            packages
                .iter()
                .for_each(|path| println!("{}", path.display()));
        }),
        Command::Screenshots { out } => browser::take_screenshots(&workspace, &out),
    }
}
