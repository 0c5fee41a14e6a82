//! Files that are packed by themselves.

use std::io::Read;

use flate2::read::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use super::limits::{Budget, Trouble};

/// Unpacks gzip, of several members too.
pub(super) fn gzip(bytes: &[u8], budget: &mut Budget) -> Result<Vec<u8>, Trouble> {
    budget.read(MultiGzDecoder::new(bytes), bytes.len() as u64)
}

/// Unpacks zstd, of several frames too.
pub(super) fn zstd(bytes: &[u8], budget: &mut Budget) -> Result<Vec<u8>, Trouble> {
    budget.read(Frames::new(bytes), bytes.len() as u64)
}

/// The frames of a zstd file, one behind the other.
struct Frames<'a> {
    rest: &'a [u8],
    decoder: Option<StreamingDecoder<&'a [u8], FrameDecoder>>,
}

impl<'a> Frames<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self {
            rest: bytes,
            decoder: None,
        }
    }

    /// The decoder of the next frame; `None` behind the last one.
    fn next(&mut self) -> std::io::Result<Option<StreamingDecoder<&'a [u8], FrameDecoder>>> {
        while !self.rest.is_empty() {
            match StreamingDecoder::new(self.rest) {
                Ok(decoder) => return Ok(Some(decoder)),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    /// Bytes of a frame's magic number and of its length.
                    const HEAD: usize = 8;
                    let end = HEAD.saturating_add(length as usize);
                    self.rest = self.rest.get(end..).unwrap_or_default();
                }
                Err(error) => return Err(std::io::Error::other(error.to_string())),
            }
        }
        Ok(None)
    }
}

impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let Some(decoder) = &mut self.decoder else {
                match self.next()? {
                    Some(decoder) => self.decoder = Some(decoder),
                    None => return Ok(0),
                }
                continue;
            };
            let count = decoder.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            if let Some(decoder) = self.decoder.take() {
                let (rest, frame) = decoder.into_parts();
                let stated = frame.get_checksum_from_data();
                if stated.is_some() && stated != frame.get_calculated_checksum() {
                    return Err(std::io::Error::other("its checksum is wrong"));
                }
                self.rest = rest;
            }
        }
    }
}
