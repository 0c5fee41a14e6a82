//! Packed inputs: gzip, zstd, zip and tar, recognised by their first bytes.
//!
//! Everything stays in memory and within [`Limits`]; the names of an archive are labels
//! only. What is packed several times over is unpacked several times.

mod bundle;
mod kind;
mod limits;
mod single;

#[cfg(test)]
mod tests;

pub(super) use limits::Limits;

use std::collections::BTreeSet;

use kind::Kind;
use limits::{Budget, Trouble};

/// An input, unpacked.
#[derive(Debug, PartialEq)]
pub(super) enum Unpacked {
    /// It was not packed: its bytes.
    Plain(Vec<u8>),
    /// One file that was packed by itself.
    File(Vec<u8>),
    /// The files of a bundle, by their names.
    Bundle(Vec<Member>),
}

/// A file of a bundle.
#[derive(Debug, PartialEq)]
pub(super) struct Member {
    /// Its path in the bundle. A bundle in the bundle is a folder with `!` behind its name.
    pub(super) name: String,
    /// Its bytes, or why there are none.
    pub(super) bytes: Result<Vec<u8>, String>,
}

/// Unpacks an input.
///
/// # Errors
/// Says why it was not unpacked: a limit, or damage.
pub(super) fn unpack(bytes: Vec<u8>, limits: Limits) -> Result<Unpacked, String> {
    let mut budget = Budget::new(limits);
    let mut unpacked = unpack_layer(bytes, 0, &mut budget).map_err(|trouble| trouble.reason)?;
    if let Unpacked::Bundle(members) = &mut unpacked {
        members.sort_by(|one, other| one.name.cmp(&other.name));
        part_names(members);
    }
    Ok(unpacked)
}

fn unpack_layer(bytes: Vec<u8>, layers: usize, budget: &mut Budget) -> Result<Unpacked, Trouble> {
    let Some(kind) = Kind::of(&bytes) else {
        return Ok(Unpacked::Plain(bytes));
    };
    if layers == budget.limits.layers {
        let reason = format!("it is packed more than {layers} times over");
        return Err(Trouble::new(reason));
    }
    let entries = match kind {
        Kind::Gzip | Kind::Zstd => {
            let inner = if kind == Kind::Gzip {
                single::gzip(&bytes, budget)?
            } else {
                single::zstd(&bytes, budget)?
            };
            drop(bytes);
            return Ok(match unpack_layer(inner, layers + 1, budget)? {
                Unpacked::Plain(bytes) => {
                    budget.check_file(&bytes)?;
                    Unpacked::File(bytes)
                }
                other => other,
            });
        }
        Kind::Zip => bundle::zip(&bytes, budget)?,
        Kind::Tar => bundle::tar(&bytes, budget)?,
    };
    let mut members = Vec::new();
    for bundle::Entry { name, bytes } in entries {
        match bytes.and_then(|bytes| unpack_layer(bytes, layers + 1, budget)) {
            Ok(Unpacked::Plain(bytes) | Unpacked::File(bytes)) => {
                let bytes = budget.check_file(&bytes).map(|()| bytes);
                let bytes = bytes.map_err(|trouble| trouble.reason);
                members.push(Member { name, bytes });
            }
            Ok(Unpacked::Bundle(inner)) => members.extend(inner.into_iter().map(|member| Member {
                name: format!("{name}!/{}", member.name),
                ..member
            })),
            Err(trouble) if trouble.is_final => return Err(trouble),
            Err(trouble) => members.push(Member {
                name,
                bytes: Err(trouble.reason),
            }),
        }
    }
    Ok(Unpacked::Bundle(members))
}

/// An archive can hold several files of one name.
fn part_names(members: &mut [Member]) {
    let mut known = BTreeSet::new();
    for member in members {
        let name = member.name.clone();
        let mut times = 1;
        while !known.insert(member.name.clone()) {
            times += 1;
            member.name = match name.rsplit_once('.') {
                Some((stem, end)) => format!("{stem} ({times}).{end}"),
                None => format!("{name} ({times})"),
            };
        }
    }
}
