//! Standard output and standard error. Colours are left out where `NO_COLOR` is set or
//! the stream is no terminal.

use std::io::{self, Write};

use anyhow::Result;

/// Writes a result to standard output.
pub(super) fn print(text: &str) -> Result<()> {
    let mut stream = anstream::stdout().lock();
    stream.write_all(text.as_bytes())?;
    stream.flush()?;
    Ok(())
}

/// Tells about a problem on standard error. If that is closed nobody can be told.
pub(super) fn tell(text: &str) {
    let mut stream = anstream::stderr().lock();
    // Nothing is left to report this failure to.
    let _ = writeln!(stream, "{}", text.trim_end());
}

/// Tells what ended the command, cause by cause.
pub(super) fn failure(error: &anyhow::Error) {
    tell(&format!("error: {}", chain(error)));
}

/// An error, cause by cause.
pub(super) fn chain(error: &anyhow::Error) -> String {
    let causes = error.chain().skip(1);
    let causes = causes.map(|cause| format!("\n  because: {cause}"));
    std::iter::once(error.to_string()).chain(causes).collect()
}

/// True where the error is that the reader of standard output went away.
pub(super) fn is_closed(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// `1 run`, `2 runs`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
