//! `speedsheet serve`.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::Exit;
use super::inputs::Inputs;
use super::material::Material;
use super::output::{self, counted};
use crate::files;
use crate::serve::{Desk, Host, Snapshot, Wanted, Watch};
use crate::site::Theme;

/// The port where none is given, if it is free.
const PORT: u16 = 8080;

#[derive(Debug, clap::Args)]
#[command(after_long_help = HELP)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Port to listen on, 0 for any; without it 8080, or the next one that is free
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to listen on; others than those of this machine can be reached from outside
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Keep every run on a page of its own, where files of a sweep would become one
    #[arg(long)]
    no_group: bool,
    /// Theme of the pages, before that of the configuration: `default` or `paper`
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
}

const HELP: &str = "\
The site is built in memory and nothing is written. When an input, a note, a sidecar, the
configuration, a page or your theme changes, it is built again and open pages reload by themselves; a
page whose address changes with its numbers is followed. What is wrong with a build is told
here and on the pages, and what was there before stays. `base_url` of the configuration is
used as `build` uses it. Ctrl-C or SIGTERM ends it, with exit code 0.";

/// An address, or the one name that every machine has for itself.
fn address(text: &str) -> Result<IpAddr, String> {
    if text.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    text.parse()
        .map_err(|_| "expected an IP address such as 127.0.0.1 or 0.0.0.0, or localhost".to_owned())
}

/// Serves until it is interrupted.
///
/// # Errors
/// If what was typed cannot be meant, or the port or the watch cannot be had.
pub(super) fn run(args: &Args) -> Result<Exit> {
    refuse_mistyped(args)?;
    // Nothing is written, so there is nothing to end in order.
    ctrlc::set_handler(|| std::process::exit(Exit::Success as i32))
        .context("failed to prepare for Ctrl-C")?;
    let desk = Arc::new(Desk::new());
    let host = Host::listen(args.host, args.port, PORT)?;
    let mut watch = Watch::set(args.inputs.wanted())?;
    let runs = build(args, &desk, &mut watch);
    warn_if_open(&host);
    let url = host.url();
    host.serve(desk.clone())?;
    let runs = runs.map_or_else(|| "no run yet".to_owned(), |count| counted(count, "run"));
    output::print(&format!("serving {runs} at {url} until Ctrl-C\n"))?;
    loop {
        watch.wait();
        // Set before the inputs are read, so that no change is missed.
        watch = Watch::set(args.inputs.wanted())?;
        let runs = build(args, &desk, &mut watch);
        output::print(&match runs {
            Some(count) => format!("built {} again\n", counted(count, "run")),
            None => "built nothing; what was there stays\n".to_owned(),
        })?;
    }
}

/// Refuses what no change of a file can mend.
fn refuse_mistyped(args: &Args) -> Result<()> {
    if let Some(path) = args.inputs.inputs.iter().find(|path| !path.exists()) {
        bail!("there is no {}; check its spelling", files::shown(path));
    }
    Theme::new(args.theme.as_deref(), None).map(drop)
}

/// Puts the site as it is now on the desk, and gives the number of its runs; `None` where
/// there is no site to be made.
fn build(args: &Args, desk: &Desk, watch: &mut Watch) -> Option<usize> {
    let (site, problems) = site(args, watch).unwrap_or_else(|error| {
        output::failure(&error);
        (None, vec![output::chain(&error)])
    });
    let runs = site.as_ref().map(Snapshot::runs);
    desk.put(site, problems);
    runs
}

/// The site, and what was wrong with its inputs.
fn site(args: &Args, watch: &mut Watch) -> Result<(Option<Snapshot>, Vec<String>)> {
    let material = Material::gather(&args.inputs, !args.no_group)?;
    if material.exit == Exit::Nothing {
        let mut problems = material.errors;
        if problems.is_empty() {
            problems.push("no input holds a benchmark result".to_owned());
        }
        return Ok((None, problems));
    }
    // Only the configuration says where it is, and it is read after this.
    let config = &material.config;
    watch.add(Wanted {
        folders: [config.theme_folder(), config.pages_folder()]
            .into_iter()
            .flatten()
            .collect(),
        ..Wanted::default()
    })?;
    let theme = material.config.theme(args.theme.as_deref())?;
    let settings = material.settings(&theme, material.config.address.as_ref());
    let site = Snapshot::render(
        &material.entries,
        &material.pages,
        &settings,
        &material.copies,
    )?;
    Ok((Some(site), material.errors))
}

fn warn_if_open(host: &Host) {
    let address = host.address();
    if !address.ip().is_loopback() {
        output::tell(&format!(
            "warning: listening on {address}: whoever can reach this machine sees the results; \
             leave --host out for this machine only"
        ));
    }
}
