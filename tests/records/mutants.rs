//! Tests the main rule of the readers with texts that were changed at one place. The moves before the change must be
//! read unchanged. Anything else that is missing must be reported: the text is refused, a game names the omitted
//! part, or the words are kept as a comment.
//!
//! The texts are real games in every notation. `CHUHE_FAULTS=all` changes them 100,000 times, and `CHUHE_GAMES` names
//! a file of more games. The seed is fixed.

use chuhe::records::{self, Games, Opened, ReadError, Record};
use chuhe::rules::notation::Notation;
use std::env;

const FILES: [&str; 4] = [
    include_str!("../data/records/nine-pieces.pgn"),
    include_str!("../data/records/ccgc.pgn"),
    include_str!("../data/records/endgame.pgn"),
    include_str!("../data/reviewed.pgn"),
];

/// Separators between moves in lists.
const SEPARATORS: [&str; 8] = [" ", "\n", ",", "、", "/", "|", "->", "-"];
/// Texts inserted as a line.
const LINES: [&str; 9] = [
    ";; note",
    "% exported by a program",
    "\u{3000}",
    "{a comment}",
    "http://example.org/",
    "第一部分 开局",
    "[Event \"another\"]",
    "1-0",
    "1. 炮二平五 马８进７",
];

/// The generator xorshift64*, which is good enough for choices (Vigna, 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// A text of a game, with the end and the wording of each move.
struct Text {
    text: String,
    ends: Vec<usize>,
    words: Vec<String>,
}

impl Text {
    fn new() -> Text {
        Text { text: String::new(), ends: Vec::new(), words: Vec::new() }
    }

    fn add(&mut self, word: &str) {
        self.text.push_str(word);
        self.ends.push(self.text.len());
        self.words.push(word.to_owned());
    }
}

/// Writes the main line as a PGN or as a list, without comments.
fn written(record: &Record, random: &mut Random) -> Text {
    let notations = [Notation::Chinese, Notation::Wxf, Notation::Iccs, Notation::Ucci, Notation::Vietnamese];
    let notation = notations[random.below(notations.len())];
    let words = notation.write_line(&record.start().board, record.main_line());
    let mut text = Text::new();
    let start = record.start().to_string();
    if random.below(2) == 0 {
        text.text.push_str("[Event \"x\"]\n[Red \"甲\"]\n");
        if start != chuhe::rules::fen::START {
            text.text.push_str(&format!("[FEN \"{start}\"]\n"));
        }
        text.text.push('\n');
        for (ply, word) in words.iter().enumerate() {
            if ply % 2 == 0 {
                text.text.push_str(&format!("{}{}. ", if ply > 0 { "\n" } else { "" }, ply / 2 + 1));
            } else {
                text.text.push(' ');
            }
            text.add(word);
        }
        text.text.push_str("\n1-0\n");
        return text;
    }
    if start != chuhe::rules::fen::START {
        text.text.push_str(&format!("{start}\n"));
    }
    let is_glued = notation == Notation::Chinese && random.below(3) == 0;
    // A dash and a slash are part of Vietnamese moves.
    let separators = if notation == Notation::Vietnamese { &SEPARATORS[..3] } else { &SEPARATORS[..] };
    let separator = if is_glued { "" } else { random.of(separators) };
    for (ply, word) in words.iter().enumerate() {
        text.text.push_str(if ply > 0 { separator } else { "" });
        text.add(word);
    }
    text
}

/// Changes a text at one place. Returns the text, the place and a description.
fn change(text: &str, random: &mut Random) -> (String, usize, String) {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let index = random.below(places.len() - 1);
    let (at, next) = (places[index], places[index + 1]);
    let behind = places.get(index + 2).copied().unwrap_or(text.len());
    let (first, second) = (&text[at..next], &text[next..behind]);
    let lines: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).chain([0, text.len()]).collect();
    let (kind, changed, at) = match random.below(5) {
        0 => ("dropped", [&text[..at], &text[next..]].concat(), at),
        1 => ("doubled", [&text[..next], first, &text[next..]].concat(), at),
        2 => ("swapped", [&text[..at], second, first, &text[behind..]].concat(), at),
        3 => {
            let space = text[at..].find(char::is_whitespace).map_or(at, |len| at + len);
            let len = text[space..].chars().next().map_or(0, char::len_utf8);
            ("glued", [&text[..space], &text[space + len..]].concat(), space)
        }
        _ => {
            let at = lines[random.below(lines.len())];
            let line = random.of(&LINES);
            ("inserted", [&text[..at], line, "\n", &text[at..]].concat(), at)
        }
    };
    (changed, at, kind.to_owned())
}

fn read(text: &str) -> Vec<Result<Opened, ReadError>> {
    let mut games = Games::default();
    games.push(text.as_bytes());
    games.finish();
    std::iter::from_fn(|| games.next(&records::decode)).collect()
}

/// Returns a description of the error if a changed text was read wrongly.
fn fault(original: &Text, record: &Record, changed: &str, at: usize) -> Option<String> {
    let games = read(changed);
    let line = record.main_line();
    let before = original.ends.iter().filter(|end| **end <= at).count();
    let is_told = games.iter().any(|game| game.as_ref().map_or(true, |game| game.left_out.is_some()));
    let mut plies = 0;
    let mut comments = String::new();
    for game in games.iter().flatten() {
        plies += game.record.main_line().len();
        game.record.nodes().iter().for_each(|node| comments.extend([node.comment(), "\n"]));
    }
    let begins = |game: &Opened| {
        let read = game.record.main_line();
        // A refused move after the change may be reported earlier, where a longer word begins.
        let kept = before.min(read.len());
        read[..kept] == line[..kept]
    };
    if !games.iter().flatten().next().is_none_or(begins) && !changed.contains("another") {
        return Some("the moves before the change are others".to_owned());
    }
    let missing = line.len().saturating_sub(plies);
    let lost = original.words.iter().filter(|word| !comments.contains(word.as_str())).count();
    (missing > 0 && !is_told && lost + missing > line.len()).then(|| format!("{missing} plies are lost"))
}

#[test]
fn no_part_of_a_changed_game_is_lost_silently() {
    let all = env::var("CHUHE_FAULTS").is_ok_and(|value| value == "all");
    let more =
        env::var("CHUHE_GAMES").ok().map(|path| std::fs::read_to_string(path).expect("a file of games"));
    let texts = FILES.into_iter().chain(more.as_deref());
    let records: Vec<Record> = texts
        .flat_map(read)
        .flatten()
        .map(|game| game.record)
        .filter(|record| record.main_line().len() > 3)
        .collect();
    let mut random = Random(7);
    let mut faults = Vec::new();
    for _ in 0..if all { 100_000 } else { 3_000 } {
        let record = &records[random.below(records.len())];
        let original = written(record, &mut random);
        let (changed, at, kind) = change(&original.text, &mut random);
        if let Some(fault) = fault(&original, record, &changed, at) {
            let around: String =
                changed.chars().skip(changed[..at].chars().count().saturating_sub(12)).take(40).collect();
            faults.push(format!("{kind} before {around:?}: {fault}"));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults, such as\n{}",
        faults.len(),
        faults[..faults.len().min(40)].join("\n")
    );
}
