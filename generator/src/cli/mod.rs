//! The command line: what can be typed, and what each command does with it.

mod build;
mod check;
mod exit;
mod formats;
mod init;
mod inputs;
mod material;
mod output;
mod parse;
mod render;
mod report;
mod schema;
mod serve;
mod size;
mod theme;
mod verify;

pub use exit::Exit;

use clap::{Parser, Subcommand};

/// Turns raw output of LLM inference benchmarks into a static web report.
#[derive(Debug, Parser)]
#[command(name = "speedsheet", version, propagate_version = true, after_help = exit::HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start a project: configuration, a folder for results, workflows that publish
    Init(init::Args),
    /// Build a site from benchmark results
    Build(build::Args),
    /// Write every run into one HTML file that needs no other
    Report(report::Args),
    /// Show the site while you work on it: it follows every change of its inputs
    Serve(serve::Args),
    /// Print benchmark results as normalized JSON, CSV or text
    Parse(parse::Args),
    /// Say what could not be read, and where
    Check(check::Args),
    /// Say which files of a site are not as they were written
    Verify(verify::Args),
    /// Print the JSON Schema of the normalized run, the configuration or a sidecar
    Schema(schema::Args),
    /// Write the files of a theme to start an own one from
    Theme(theme::Args),
    /// List the formats that can be read
    Formats(formats::Args),
}

/// Runs the command that was typed; everything it has to say is said when it returns.
pub fn run() -> Exit {
    // Wrong usage is reported by clap, which ends the process with `Exit::Usage`.
    let command = Cli::parse().command;
    let result = match command {
        Command::Init(args) => init::run(&args),
        Command::Build(args) => build::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Theme(args) => theme::run(&args),
        Command::Formats(args) => formats::run(&args),
    };
    result.unwrap_or_else(|error| {
        if output::is_closed(&error) {
            // The reader of a pipe had enough, as `head` does.
            return Exit::Success;
        }
        output::failure(&error);
        Exit::Nothing
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
