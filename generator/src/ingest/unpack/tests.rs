use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use zip::write::SimpleFileOptions;

use super::*;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        // Set by hand: the library writes no name that leads out of the archive.
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn tiny() -> Limits {
    Limits {
        file_bytes: 1000,
        total_bytes: 3000,
        files: 3,
        ratio: 10,
        ratio_from: 500,
        layers: 3,
    }
}

fn names(unpacked: &Unpacked) -> Vec<&str> {
    let Unpacked::Bundle(members) = unpacked else {
        panic!("{unpacked:?}")
    };
    members.iter().map(|member| member.name.as_str()).collect()
}

fn open(bytes: Vec<u8>) -> Result<Unpacked, String> {
    unpack(bytes, Limits::INPUT)
}

/// Bytes that no packing makes much shorter.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 1u32;
    (0..count)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect()
}

#[test]
fn what_is_not_packed_stays_as_it_is() {
    for text in ["", "{}", "PK", "ustar"] {
        let plain = Unpacked::Plain(text.as_bytes().to_vec());
        assert_eq!(open(text.as_bytes().to_vec()), Ok(plain));
    }
}

#[test]
fn a_packed_file_is_unpacked_whatever_it_is_packed_with() {
    let text = b"{\"a\": 1}".to_vec();
    for packed in [gzip(&text), zstd(&text), gzip(&zstd(&text))] {
        assert_eq!(open(packed), Ok(Unpacked::File(text.clone())));
    }
}

#[test]
fn parts_behind_each_other_are_one_file() {
    let file = |text: &[u8]| Ok(Unpacked::File(text.to_vec()));
    assert_eq!(open([gzip(b"one"), gzip(b"two")].concat()), file(b"onetwo"));
    // A frame of another program between two frames of data.
    let skipped = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let frames = [&zstd(b"one"), &skipped[..], &zstd(b"two"), &skipped[..]].concat();
    assert_eq!(open(frames), file(b"onetwo"));
}

#[test]
fn the_files_of_a_bundle_come_by_name() {
    let files: [(&str, &[u8]); 3] = [("b/c2.json", b"2"), ("a.md", b"x"), ("b/c1.json", b"1")];
    let packed = [("in.json", gzip(b"{}"))];
    for bundle in [
        zip(&files),
        tar(&files),
        gzip(&tar(&files)),
        zstd(&tar(&files)),
    ] {
        let unpacked = open(bundle).unwrap();
        assert_eq!(names(&unpacked), ["a.md", "b/c1.json", "b/c2.json"]);
    }
    let unpacked = open(zip(&packed
        .each_ref()
        .map(|(name, bytes)| (*name, &**bytes))))
    .unwrap();
    let member = Member {
        name: "in.json".to_owned(),
        bytes: Ok(b"{}".to_vec()),
    };
    assert_eq!(unpacked, Unpacked::Bundle(vec![member]));
}

#[test]
fn a_bundle_in_a_bundle_is_a_folder() {
    let inner = gzip(&tar(&[("c1.json", b"1")]));
    let unpacked = open(zip(&[("x/inner.tgz", &inner)])).unwrap();
    assert_eq!(names(&unpacked), ["x/inner.tgz!/c1.json"]);
}

#[test]
fn hidden_files_are_left_out_and_names_cannot_lead_out() {
    let files: [(&str, &[u8]); 5] = [
        ("../../etc/passwd", b"1"),
        ("/abs.json", b"2"),
        (".hidden.json", b"3"),
        ("__MACOSX/._a.json", b"4"),
        ("a/.git/x.json", b"5"),
    ];
    for bundle in [zip(&files), tar(&files)] {
        assert_eq!(names(&open(bundle).unwrap()), ["abs.json", "etc/passwd"]);
    }
}

#[test]
fn files_of_one_name_stay_apart() {
    let bundle = tar(&[("a.json", b"1"), ("a.json", b"2"), ("a", b"3"), ("a", b"4")]);
    let unpacked = open(bundle).unwrap();
    assert_eq!(names(&unpacked), ["a", "a (2)", "a.json", "a (2).json"]);
}

#[test]
fn a_link_of_a_bundle_is_not_followed() {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_ustar();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    builder
        .append_link(&mut header, "a.json", "/etc/passwd")
        .unwrap();
    let Ok(Unpacked::Bundle(members)) = open(builder.into_inner().unwrap()) else {
        panic!()
    };
    assert!(members[0].bytes.as_ref().unwrap_err().contains("link"));
}

#[test]
fn every_limit_ends_the_unpacking_with_its_reason() {
    let large = noise(1001);
    let part = noise(900);
    let parts: Vec<(&str, &[u8])> = ["a", "b", "c", "d"].map(|name| (name, &part[..3])).to_vec();
    let heavy: Vec<(&str, &[u8])> = [
        ("a", &part[..]),
        ("b", &large),
        ("c", &large),
        ("d", &large),
    ]
    .to_vec();
    let deep = gzip(&gzip(&gzip(&gzip(b"x"))));
    for (bytes, reason) in [
        (gzip(&large), "a file of more than 1000 bytes"),
        (gzip(&noise(3001)), "more than 3000 bytes altogether"),
        (zip(&parts), "more than 3 files"),
        (tar(&parts), "more than 3 files"),
        (zip(&heavy[1..]), "more than 3000 bytes altogether"),
        (gzip(&[b'x'; 900]), "more than 10 times its size"),
        (zstd(&[b'x'; 900]), "more than 10 times its size"),
        (deep, "more than 3 times over"),
    ] {
        let message = unpack(bytes, tiny()).unwrap_err();
        assert!(message.contains(reason), "{message} for {reason}");
    }
}

#[test]
fn a_member_that_is_too_large_does_not_hide_the_others() {
    let Ok(Unpacked::Bundle(members)) = unpack(zip(&[("a", &noise(1001)), ("b", b"1")]), tiny())
    else {
        panic!()
    };
    assert!(
        members[0]
            .bytes
            .as_ref()
            .unwrap_err()
            .contains("1000 bytes")
    );
    assert_eq!(members[1].bytes, Ok(b"1".to_vec()));
}

/// The reason why nothing came of a bundle or of its only file.
fn reason(unpacked: Result<Unpacked, String>) -> String {
    match unpacked {
        Err(reason) => reason,
        Ok(Unpacked::Bundle(mut members)) if members.len() == 1 => {
            members.remove(0).bytes.unwrap_err()
        }
        Ok(other) => panic!("{other:?}"),
    }
}

#[test]
fn a_member_that_unpacks_to_too_much_is_refused() {
    let bomb = zip(&[("a", &[b'x'; 900])]);
    assert!(reason(unpack(bomb, tiny())).contains("more than 10 times its size"));
}

#[test]
fn damage_is_an_error_and_never_a_shorter_file() {
    let text = noise(5000);
    let one = [("a", &text[..])];
    for packed in [gzip(&text), zstd(&text), zip(&one), tar(&one)] {
        for cut in [packed.len() / 2, packed.len() / 3] {
            let reason = reason(open(packed[..cut].to_vec()));
            assert!(reason.contains("damaged or cut off"), "{reason}");
        }
    }
    for mut packed in [gzip(&text), zstd(&text), zip(&one)] {
        let middle = packed.len() / 2;
        packed[middle] ^= 1;
        reason(open(packed));
    }
}

#[test]
fn a_damaged_file_does_not_hide_the_others_of_its_bundle() {
    let text = noise(5000);
    let mut bundle = zip(&[("a", &text), ("b", b"1")]);
    bundle[2500] ^= 1;
    let Ok(Unpacked::Bundle(members)) = open(bundle) else {
        panic!()
    };
    assert!(members[0].bytes.is_err());
    assert_eq!(members[1].bytes, Ok(b"1".to_vec()));
}

#[test]
fn no_damage_whatever_ends_in_a_panic() {
    let text = noise(700);
    let files = [("a.json", &text[..]), ("b/c.json", b"{}")];
    let originals = [
        gzip(&text),
        zstd(&[text.clone(), vec![b'x'; 3000]].concat()),
        zip(&files),
        tar(&files),
        gzip(&tar(&files)),
        zip(&[("in.zip", &zip(&files)), ("in.zst", &zstd(&text))]),
    ];
    let places = noise(8 * 400);
    for original in &originals {
        for step in places.chunks(8) {
            let mut damaged = original.clone();
            for pair in step.chunks(4) {
                let at = usize::from(u16::from_le_bytes([pair[0], pair[1]])) % damaged.len();
                damaged[at] = pair[2];
                // The heads of files and the directory of a zip archive matter most.
                let head = usize::from(pair[1]) % damaged.len().min(64);
                damaged[head] ^= pair[3] & 1;
                let tail = damaged.len() - 1 - usize::from(pair[0]) % damaged.len().min(160);
                damaged[tail] ^= pair[3] & 6;
            }
            // Whether it is an error depends on what was hit.
            let _ = unpack(damaged, tiny());
        }
        for cut in 0..original.len().min(300) {
            let _ = unpack(original[..cut].to_vec(), tiny());
            let _ = unpack(original[..original.len() - cut].to_vec(), tiny());
        }
    }
}
