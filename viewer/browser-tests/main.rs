//! The site and the viewer as their readers meet them: real pages in real browsers.
//!
//! `cargo xtask test --only browser` builds what is looked at, installs the browsers and
//! runs this. Each case is an asynchronous function of a [`harness::visit::Visit`]; the
//! lists in [`cases`] say where it runs: over HTTP under a sub-path, from disk, or in
//! Firefox.

use std::process::ExitCode;

use libtest_mimic::Arguments;

mod cases;
mod harness;
mod screenshots;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = cases::all();
    trials.push(screenshots::trial());
    libtest_mimic::run(&arguments, trials).exit_code()
}
