//! Reads DHJHtmlXQ, the text format of 打虎将, 广东象棋网 and 01xq.com.
//!
//! Fields such as `[DHJHtmlXQ_34]…[/DHJHtmlXQ_34]` have numbers as names. Field 31 is the start position as 90 letters
//! of FEN from Black's left corner, with `0` or `*` for empty points. Field 32 is 1 if Black is to move. Field 34 has
//! the moves in digits: file and rank of both points, with ranks from Red's side. `[game_comment_0_N]…[/comment_0_N]`
//! is the comment on ply N. Sources: `function.dataToNode.js` and `function.nodeToData.js` of vschess.

use super::raw::{Codec, RawTree};
use super::start::{self, Hint, Squares};
use crate::error::{ReadError, ReadReason};
use crate::tags::{read_result_field, usual_name};
use crate::text::find;
use crate::{Format, Found, Record};
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Move, POINTS, Piece, Square};

/// The fields that are tags. If two fields set the same tag, the later one counts.
const TAGS: [(&str, &str); 17] = [
    ("10", "Title"),
    ("11", "Event"),
    ("13", "Date"),
    ("14", "Site"),
    ("15", "Round"),
    ("16", "Table"),
    ("17", "Red"),
    ("18", "Red"),
    ("20", "RedElo"),
    ("21", "Black"),
    ("22", "Black"),
    ("24", "BlackElo"),
    ("29", "RedTime"),
    ("30", "BlackTime"),
    ("36", "Opening"),
    ("37", "Variation"),
    ("40", "Annotator"),
];
const RESULT: &str = "28";
const PLACES: &str = "31";
const SIDE: &str = "32";
const MOVES: &str = "34";

const CODEC: Codec = Codec { format: Format::Dhj, decode, name: |code| format!("{code:04}") };

/// Decodes a move of four digits: file and rank of the start, then of the target.
fn decode(code: u16) -> Option<Move> {
    let point = |digits: u16| Square::at((digits / 10) as i8, (digits % 10) as i8);
    Move::try_new(point(code / 100)?, point(code % 100)?)
}

/// Returns true if a text contains a field of DHJHtmlXQ.
pub(crate) fn is_format(text: &str) -> bool {
    find(&text.to_ascii_lowercase(), "[dhjhtmlxq").is_some()
}

/// Reads the first game of a text.
pub(crate) fn read(text: &str) -> Result<Found, ReadError> {
    let small = text.to_ascii_lowercase();
    let field = |name: &str| value_of(text, &small, &format!("[dhjhtmlxq_{name}]"));
    let digits: Vec<u16> = match field(MOVES) {
        None => Vec::new(),
        Some(moves) => {
            let letters = moves.chars().filter(|letter| !letter.is_whitespace());
            let digits: Option<Vec<u16>> = letters.map(|letter| Some(letter.to_digit(10)? as u16)).collect();
            let bad = || ReadError::new(ReadReason::BadField("moves")).at_token(moves.trim());
            digits.ok_or_else(bad)?
        }
    };
    let codes =
        digits.chunks_exact(4).map(|move_digits| move_digits.iter().fold(0, |code, digit| code * 10 + digit));
    let mut tree = RawTree::of_line(CODEC, codes)?;
    if digits.len() % 4 != 0 {
        tree.leave_out(ReadReason::Truncated.into());
    }
    for ply in 0..=digits.len() as u32 / 4 {
        if let Some(comment) = value_of(text, &small, &format!("[game_comment_0_{ply}]")) {
            tree.node_mut(ply).say(comment.to_owned());
        }
    }
    let mut record = Record::new(start(field(PLACES), field(SIDE), tree.first_move())?);
    for (name, tag) in TAGS {
        if let Some(value) = field(name).filter(|value| !value.trim().is_empty()) {
            record.tags.set(usual_name(tag).unwrap_or(tag), value);
        }
    }
    record.result = field(RESULT).and_then(read_result_field).unwrap_or(Outcome::Ongoing);
    tree.build(record)
}

/// Returns the text after `mark`, up to the next `[/`.
fn value_of<'a>(text: &'a str, small: &str, mark: &str) -> Option<&'a str> {
    let begin = find(small, mark)? + mark.len();
    let len = find(&small[begin..], "[/").unwrap_or(small.len() - begin);
    Some(&text[begin..begin + len])
}

fn start(
    places: Option<&str>,
    side: Option<&str>,
    first: Option<Move>,
) -> Result<chuhe_rules::fen::Position, ReadError> {
    let side = side.map(|side| if side.trim() == "1" { Color::Black } else { Color::Red });
    let hint = Hint { first: first.map(Move::from), side };
    let Some(places) = places.map(str::trim).filter(|places| !places.is_empty()) else {
        return start::from_fen(chuhe_rules::fen::START, hint.first);
    };
    let bad = || ReadError::new(ReadReason::BadField("fen")).at_token(places);
    let mut squares: Squares = [None; POINTS];
    if places.chars().count() != POINTS {
        return Err(bad());
    }
    for (index, letter) in places.chars().enumerate() {
        let square = Square::at((index % 9) as i8, 9 - (index / 9) as i8).ok_or_else(bad)?;
        squares[square.index()] = Piece::from_letter(letter);
        if squares[square.index()].is_none() && !matches!(letter, '0' | '*' | '1') {
            return Err(bad());
        }
    }
    start::from_squares(&squares, hint)
}
