//! How far something may be unpacked. A few kilobytes can unpack to more than a disk
//! holds, by accident or by intent.

use std::io::Read;

/// Bounds of unpacking one input.
#[derive(Debug, Clone, Copy)]
pub(in crate::ingest) struct Limits {
    /// Most bytes of one file.
    pub(super) file_bytes: u64,
    /// Most bytes that come out altogether, those of bundles within included.
    pub(super) total_bytes: u64,
    /// Most files of a bundle, those of bundles within included.
    pub(super) files: usize,
    /// How many times its size something may unpack to …
    pub(super) ratio: u64,
    /// … once that is more than this: short texts of one letter pack better than results.
    pub(super) ratio_from: u64,
    /// How many times over it may be packed: a bundle of packed files in a bundle.
    pub(super) layers: usize,
}

impl Limits {
    /// What is enough for the results of a large sweep.
    pub(in crate::ingest) const INPUT: Self = Self {
        file_bytes: 256 * MIB,
        total_bytes: 512 * MIB,
        files: 10_000,
        ratio: 200,
        ratio_from: 32 * MIB,
        layers: 4,
    };
}

const MIB: u64 = 1024 * 1024;

/// Why something was not unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trouble {
    /// A sentence about `it`, without a period.
    pub(super) reason: String,
    /// True where nothing more may come out of the input.
    pub(super) is_final: bool,
}

impl Trouble {
    /// Trouble with one file; the others may be well.
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            is_final: false,
        }
    }

    /// The end of the whole input.
    fn last(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            is_final: true,
        }
    }

    /// Something ended early or makes no sense.
    pub(super) fn damage(error: impl std::fmt::Display) -> Self {
        Self::new(format!("it is damaged or cut off: {error}"))
    }
}

/// What may still come out of an input.
#[derive(Debug)]
pub(super) struct Budget {
    pub(super) limits: Limits,
    bytes: u64,
    files: usize,
}

impl Budget {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            bytes: limits.total_bytes,
            files: limits.files,
        }
    }

    /// Counts one more file.
    pub(super) fn add_file(&mut self) -> Result<(), Trouble> {
        self.files = self.files.checked_sub(1).ok_or_else(|| {
            Trouble::last(format!("it holds more than {} files", self.limits.files))
        })?;
        Ok(())
    }

    /// Reads everything, as far as the limits allow. `packed` is the number of bytes it
    /// comes from.
    pub(super) fn read(&mut self, mut source: impl Read, packed: u64) -> Result<Vec<u8>, Trouble> {
        let mut bytes = Vec::new();
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let count = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Trouble::damage(error)),
            };
            bytes.extend_from_slice(&buffer[..count]);
            self.count(count as u64, bytes.len() as u64, packed)?;
        }
        Ok(bytes)
    }

    fn count(&mut self, new: u64, unpacked: u64, packed: u64) -> Result<(), Trouble> {
        let limits = self.limits;
        self.bytes = self.bytes.checked_sub(new).ok_or_else(|| {
            let most = size(limits.total_bytes);
            Trouble::last(format!("it unpacks to more than {most} altogether"))
        })?;
        if unpacked > limits.ratio_from && unpacked / limits.ratio > packed {
            let reason = format!("it unpacks to more than {} times its size", limits.ratio);
            return Err(Trouble::new(reason));
        }
        Ok(())
    }

    /// Checks the size of a file that came out.
    pub(super) fn check_file(&self, bytes: &[u8]) -> Result<(), Trouble> {
        let most = self.limits.file_bytes;
        if bytes.len() as u64 > most {
            let reason = format!("it unpacks to a file of more than {}", size(most));
            return Err(Trouble::new(reason));
        }
        Ok(())
    }
}

fn size(bytes: u64) -> String {
    match bytes / MIB {
        0 => format!("{bytes} bytes"),
        mib => format!("{mib} MiB"),
    }
}
