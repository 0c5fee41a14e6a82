//! The `speedsheet` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    speedsheet::cli::run().into()
}
