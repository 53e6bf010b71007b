//! Tests of packs: what is written is read back, and a damaged pack is refused.

use super::{moves, open};
use chuhe::records::{self, Games, MAX_BYTES, Opened, PackFull, PackWriter, ReadError, Record, decode};
use proptest::prelude::*;

/// Returns a pack of these games.
pub fn pack_of(records: &[Record]) -> Vec<u8> {
    let mut pack = PackWriter::default();
    for record in records {
        pack.add(record).expect("there is room");
    }
    pack.into_bytes()
}

/// Reads all games of a pack in chunks of `pieces` bytes.
fn read_in(pieces: usize, bytes: &[u8]) -> Vec<Result<Opened, ReadError>> {
    let (mut games, mut read) = (Games::default(), Vec::new());
    for piece in bytes.chunks(pieces) {
        games.push(piece);
        read.extend(std::iter::from_fn(|| games.next(&decode)));
    }
    games.finish();
    read.extend(std::iter::from_fn(|| games.next(&decode)));
    read
}

fn records_in(pieces: usize, bytes: &[u8]) -> Vec<Record> {
    read_in(pieces, bytes).into_iter().map(|game| game.expect("a game").record).collect()
}

fn codes(games: &[Result<Opened, ReadError>]) -> Vec<&'static str> {
    games.iter().map(|game| game.as_ref().map_or_else(|error| error.reason.code(), |_| "game")).collect()
}

/// Games with tags in different orders, with and without comments, from different positions.
fn several() -> Vec<Record> {
    [
        "[Red \"甲\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 1-0",
        "[Black \"乙\"]\n[Red \"甲\"]\n\n1. b2e2 *",
        "[Red \"甲\"]\n[Own \"x\"]\n\n1. h2e2 {a comment} (1. b2e2) h9g7 1/2-1/2",
        "[Red \"丙\"]\n[FEN \"3ak4/9/9/9/9/9/9/9/4A4/R3K4 b - - 3 17\"]\n\n*",
        "1. c3c4 g6g5 0-1",
    ]
    .map(|text| open(text).record)
    .to_vec()
}

#[test]
fn games_of_a_pack_are_read_back_for_every_chunk_size() {
    let few = several();
    let bytes = pack_of(&few);
    for pieces in [1, 7, bytes.len()] {
        assert_eq!(records_in(pieces, &bytes), few, "{pieces} bytes at a time");
    }
    // More than two groups of games.
    let many: Vec<Record> = few.iter().cycle().take(1_300).cloned().collect();
    let bytes = pack_of(&many);
    for pieces in [1_000, bytes.len()] {
        assert!(records_in(pieces, &bytes) == many, "{pieces} bytes at a time");
    }
    let games = read_in(1_000, &bytes);
    assert!(games.iter().flatten().all(|game| game.format.code() == "pack" && game.games == 1));
}

#[test]
fn the_first_game_of_a_pack_is_opened_and_the_others_are_counted() {
    let opened = records::read_native(&pack_of(&several())).expect("a pack");
    assert_eq!((opened.format.code(), opened.games), ("pack", 5));
    assert_eq!(moves(&opened.record), "h2e2 h9g7 h0g2");
    let error = records::read_native(&pack_of(&[])).expect_err("no game");
    assert_eq!(error.reason.code(), "empty");
    assert!(read_in(5, &pack_of(&[])).is_empty());
}

#[test]
fn a_pack_with_a_changed_byte_is_refused() {
    let bytes = pack_of(&several());
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        let games = read_in(bytes.len(), &changed);
        assert!(games.last().is_some_and(Result::is_err), "byte {at}: {:?}", codes(&games));
    }
    let mut newer = bytes;
    newer[10] = 2;
    assert_eq!(codes(&read_in(3, &newer)), ["unknownVersion"]);
}

#[test]
fn a_pack_that_ends_early_or_goes_on_is_refused_after_its_games() {
    let many: Vec<Record> = several().into_iter().cycle().take(600).collect();
    let bytes = pack_of(&many);
    for len in (11..bytes.len()).step_by(101) {
        let games = read_in(500, &bytes[..len]);
        let (last, before) = games.split_last().expect("an error");
        assert_eq!(last.as_ref().err().map(|error| error.reason.code()), Some("truncated"));
        assert!([0, 512].contains(&before.len()), "{len}: {}", before.len());
    }
    let longer = [&bytes[..], b"more"].concat();
    let games = codes(&read_in(longer.len(), &longer));
    assert_eq!((games.len(), games[600]), (601, "badField"));
}

/// Returns the CRC-32 of the bytes.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| step(sum)))
}

fn part(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes()[..], &checksum(bytes).to_le_bytes(), bytes].concat()
}

/// Returns a pack with a head and a group whose checksums are right.
fn made(head: &[u8], group: &[u8]) -> Vec<u8> {
    [b"ChuhePack\0\x01", &part(head)[..], &part(group)].concat()
}

#[test]
fn wrong_values_behind_right_checksums_are_refused() {
    // One game of one move without tags: count, result, moves, columns, shapes with one empty, codes.
    let head: &[u8] = &[1, 0, 1, 0, 1, 0, 1, 0];
    assert_eq!(codes(&read_in(9, &made(head, &[0]))), ["game"]);
    let wrong: [(&[u8], &[u8], &str); 8] = [
        (head, &[200], "badField"),                       // no such move
        (head, &[0, 0], "badField"),                      // the group is longer than its games
        (head, &[], "truncated"),                         // the group is shorter
        (&[1, 0, 1, 0, 1, 1, 0, 1, 0], &[0], "badField"), // the shape names no column
        (&[1, 0, 1, 0, 1, 0, 1, 9], &[0], "badField"),    // no such shape
        (&[200, 200, 3, 0], &[0], "truncated"),           // more games than bytes
        (&[1, 0, 255, 255, 3, 0, 1, 0, 1, 0], &[0], "tooManyPlies"),
        (&[1, 0, 1, 1, 1, 255, 0, 0, 0, 0, 0], &[0], "badField"), // a name that is no UTF-8
    ];
    for (index, (head, group, code)) in wrong.into_iter().enumerate() {
        assert_eq!(codes(&read_in(9, &made(head, group))).last(), Some(&code), "{index}");
    }
}

#[test]
fn a_game_that_cannot_be_read_does_not_stop_the_others() {
    let head: &[u8] = &[3, 0, 0, 0, 1, 1, 1, 0, 1, 0, 3, 0, 1, 1];
    let games = read_in(4, &made(head, &[0, 201, 3]));
    assert_eq!(codes(&games), ["game", "badField", "game"]);
}

/// A column stores a value once, so that few bytes could stand for any number of them.
#[test]
fn a_small_pack_does_not_unpack_to_any_size() {
    let count = 300_usize;
    let number =
        |value: usize| vec![(value & 127) as u8 | 128, (value >> 7 & 127) as u8 | 128, (value >> 14) as u8];
    let value = vec![b'x'; 1 << 20];
    let mut head =
        [number(count), vec![0; count], vec![0; count], vec![1, 1, b'A', 1], number(value.len())].concat();
    head.extend(&value);
    head.extend(
        [
            number(count),
            vec![0],
            vec![1; count - 1],
            vec![1, 1, 0],
            number(count),
            vec![0],
            vec![1; count - 1],
        ]
        .concat(),
    );
    let games = codes(&read_in(1 << 16, &made(&head, &[])));
    assert_eq!((games.len(), games.last()), (257, Some(&"tooLarge")));

    let mut record = open("1. h2e2 *").record;
    record.tags.set("Event", &"x".repeat(MAX_BYTES));
    let mut pack = PackWriter::default();
    assert_eq!((0..40).map(|_| pack.add(&record)).filter(|added| *added == Err(PackFull)).count(), 8);
    assert_eq!(pack.len(), 32);
}

/// Returns the head of a pack of these games, and its first group.
fn parts_of(records: &[Record]) -> (Vec<u8>, Vec<u8>) {
    let bytes = pack_of(records);
    let len = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
    let end = 19 + len(11);
    (bytes[19..end].to_vec(), bytes[end + 8..end + 8 + len(end)].to_vec())
}

proptest! {
    #![proptest_config(super::random::config(4))]

    /// The checksums refuse nearly all changes, so this test makes new ones.
    #[test]
    fn any_head_and_group_behind_right_checksums_are_read_or_refused(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), 0_u8..=255, any::<bool>()), 0..5),
        noise in prop::collection::vec(0_u8..6, 0..40),
        is_noise: bool,
    ) {
        let (mut head, mut group) = parts_of(&several());
        for (place, is_head, byte, is_new) in edits {
            let bytes = if is_head { &mut head } else { &mut group };
            let at = place.index(bytes.len());
            if is_new { bytes.insert(at, byte) } else { bytes[at] = byte }
        }
        let bytes = made(if is_noise { &noise } else { &head }, &group);
        let games = read_in(64, &bytes);
        prop_assert!(games.len() < 1_000);
        let first = records::read_native(&bytes);
        prop_assert_eq!(first.is_ok(), games.first().is_some_and(Result::is_ok));
    }
}
