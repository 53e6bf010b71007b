//! Tests of files with many games: each game is found for any size of the chunks, and a broken one does not stop the
//! others.

use super::moves;
use super::rare::{cbl, cbr_of};
use chuhe::records::{Format, Games, MAX_BYTES, Opened, ReadError, decode};

/// Reads all games of a file in chunks of `pieces` bytes.
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

/// Formats the moves of each game, or the reason of its refusal.
fn said(games: &[Result<Opened, ReadError>]) -> Vec<String> {
    let one = |game: &Result<Opened, ReadError>| match game {
        Ok(game) => moves(&game.record),
        Err(error) => format!("{} on line {:?}", error.reason.code(), error.line),
    };
    games.iter().map(one).collect()
}

fn all(text: &str) -> Vec<String> {
    said(&read_in(text.len().max(1), text.as_bytes()))
}

const THREE: &str = "\u{feff}[Event \"甲\"]\n[Result \"*\"]\n\n1. 炮二平五 {说\n\n[Red \"不是标签\"]\n} 马８进７ *\n\n\
                     [Event \"乙\"]\r\n\r\n1. 兵七进一\r\n1-0\r\n[Event \"丙\"]\n[Red \"丁\"]\n\n1. 相三进五 *\n";

#[test]
fn games_are_the_same_for_every_chunk_size() {
    // Longer than the part that is used to detect the format.
    let text = THREE.repeat(600);
    let whole = said(&read_in(text.len(), text.as_bytes()));
    assert_eq!(whole.len(), 1800);
    assert_eq!(whole[..3], ["h2e2 h9g7", "c3c4", "g0e2"]);
    for pieces in [7, 1000, 65_536] {
        assert_eq!(said(&read_in(pieces, text.as_bytes())), whole, "{pieces} bytes at a time");
    }
    let tags: Vec<String> = read_in(100, THREE.as_bytes())
        .into_iter()
        .map(|game| game.expect("a game").record.tags.get("Event").unwrap_or("none").to_owned())
        .collect();
    assert_eq!(tags, ["甲", "乙", "丙"]);
}

#[test]
fn a_broken_game_is_reported_with_its_line_and_the_others_are_read() {
    let text = "[Event \"a\"]\n\n1. h2e2 *\n\n[Event \"b\"]\n[FEN \"9/9 w\"]\n\n1. a0a1 *\n\n[Event \"c\"]\n\n1. b2e2 *\n";
    assert_eq!(all(text), ["h2e2", "badPosition on line Some(6)", "b2e2"]);
    let text = "[Event \"a\"]\n\n1. h2e2 *\n\n[Event \"b\"]\n\n1. h2e2 h9g7\n2. h0g2 i9h9\n3. a0a5 *\n\n[Event \"c\"]\n\n1. b2e2 *\n";
    assert_eq!(all(text), ["h2e2", "h2e2 h9g7 h0g2 i9h9", "b2e2"]);
    let second = read_in(text.len(), text.as_bytes()).remove(1).expect("a game");
    assert_eq!(second.left_out.and_then(|error| error.line), Some(9));
}

#[test]
fn games_without_moves_and_comments_without_ends_end_with_the_next_game() {
    let fen = "[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\"]";
    let text = format!("[Event \"a\"]\n{fen}\n\n[Event \"b\"]\n\n1. h2e2 *\n");
    assert_eq!(all(&text), ["", "h2e2"]);
    // Blank lines between the tags of one game do not end it.
    assert_eq!(all(&format!("[Event \"a\"]\n\n{fen}\n\n1. e0e1 *\n")), ["e0e1"]);
    let text = "[Event \"a\"]\n\n1. h2e2 { no end\n\n[Event \"b\"]\n\n1. b2e2 ; a brace { in a remark\n*\n\n[Round \"3\"]\n\n1. c3c4 *\n";
    assert_eq!(all(text), ["unclosed on line Some(3)", "b2e2", "c3c4"]);
}

#[test]
fn braces_inside_characters_of_gbk_are_none() {
    let encode = |text: &str| encoding_rs::GBK.encode(text).0.into_owned();
    // 鈡 is 0xe27b in GBK: its second byte is an opening brace.
    let bytes = encode("[Event \"a\"]\n[Red \"王\"]\n\n鈡\n1. 炮二平五 *\n\n[Red \"李\"]\n\n1. 兵七进一 *\n");
    assert!(bytes.contains(&b'{'));
    assert_eq!(said(&read_in(40, &bytes)), ["h2e2", "c3c4"]);
}

#[test]
fn libraries_pages_and_utf_16_files_are_split_into_games() {
    let record = |text: &str| cbr_of(text);
    let mut heading = record("1. 炮二平五");
    heading[2120..2120 + 90].fill(0);
    let first = record("1. 炮二平五 马８进７");
    let library = cbl(3, &[heading, first, record("1. 兵七进一")]);
    let games = read_in(5000, &library);
    assert_eq!(said(&games), ["h2e2 h9g7", "c3c4"]);
    assert!(games.iter().all(|game| game.as_ref().is_ok_and(|game| game.format == Format::Cbl)));

    let page = "<p>[DhtmlXQ][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]</p>\n\
                [dhtmlxq][dhtmlxq_movelist]77477062[/dhtmlxq_movelist][/dhtmlxq]";
    assert_eq!(all(page), ["h2e2", "h2e2 h9g7"]);

    let mut wide = vec![0xff, 0xfe];
    wide.extend(THREE[3..].encode_utf16().flat_map(u16::to_le_bytes));
    assert_eq!(said(&read_in(11, &wide)), ["h2e2 h9g7", "c3c4", "g0e2"]);
}

#[test]
fn a_file_that_is_no_collection_gives_one_game_or_one_error() {
    assert_eq!(all("炮二平五 马８进７"), ["h2e2 h9g7"]);
    assert_eq!(all(""), ["empty on line None"]);
    assert_eq!(said(&read_in(1, b"\0\x01\x02\x03")), ["noRecord on line None"]);
    let large = vec![b' '; MAX_BYTES + 1];
    assert_eq!(said(&read_in(1 << 20, &large)), ["tooLarge on line None"]);
}

#[test]
fn a_file_may_be_larger_than_a_game() {
    let game = format!("[Event \"a\"]\n\n1. h2e2 {{{}}} *\n\n", "x".repeat(1 << 20));
    let games = read_in(1 << 20, game.repeat(MAX_BYTES / game.len() + 2).as_bytes());
    assert_eq!(games.len(), MAX_BYTES / game.len() + 2);
    assert!(said(&games).iter().all(|game| game == "h2e2"));
}
