//! What something is packed as, by its first bytes and never by its name.

/// A way of packing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Gzip,
    Zstd,
    Zip,
    Tar,
}

impl Kind {
    /// How these bytes are packed; `None` for those that are not.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        /// Where a tar archive names its format.
        const TAR_MAGIC: usize = 257;
        let starts = |magic: &[u8]| bytes.starts_with(magic);
        if starts(&[0x1f, 0x8b, 0x08]) {
            Some(Self::Gzip)
        } else if starts(&[0x28, 0xb5, 0x2f, 0xfd]) {
            Some(Self::Zstd)
        } else if starts(b"PK\x03\x04") || starts(b"PK\x05\x06") {
            Some(Self::Zip)
        } else if bytes
            .get(TAR_MAGIC..)
            .is_some_and(|rest| rest.starts_with(b"ustar"))
        {
            Some(Self::Tar)
        } else {
            None
        }
    }
}
