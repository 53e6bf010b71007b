//! Builds the tree of a game from the words of a text.

mod behind;
mod variations;

use super::lexer::{Lexeme, LexemeKind, Lexer};
use super::word::{self, Dialect, Word};
use super::{comment, tag};
use crate::error::{ReadError, ReadReason};
use crate::formats::start;
use crate::{Format, NodeId, Record, marks};
use chuhe_rules::board::Board;
use chuhe_rules::fen::Position;
use chuhe_rules::game::Outcome;
use chuhe_rules::types::{Color, Move, Piece};
use std::ops::Range;

/// The result of a parser.
pub struct Parsed {
    pub record: Record,
    pub result: Option<Outcome>,
    /// The tags between the head of the text and the first move.
    pub tags: Vec<(String, String)>,
    /// The offset of the first move; the end of the text if there is none.
    pub first_move: usize,
    /// The error that ended the reading early; the rest of the game is left out.
    pub left_out: Option<ReadError>,
}

/// The number of moves that must come before an error. With fewer moves the text is probably something else, such as
/// `e4 e5` of chess, and the parser returns the error instead of the moves. If the text gives a start position, one
/// move is enough.
const ENOUGH: usize = 4;

/// The number of words before the first move that are tested for a misspelled move.
const LOOKED_BACK: usize = 4;

/// A note on a move, by its range in the text.
enum Note {
    /// A comment in braces.
    Comment(Range<usize>),
    /// A comment from a semicolon to the end of the line, and the next lines that begin with a semicolon.
    Remark(Range<usize>),
    /// A sign such as `!` or `$14`. An unknown sign becomes text.
    Sign(Range<usize>),
    /// Text without braces or semicolons around it.
    Plain(Range<usize>),
}

/// An open parenthesis.
pub(crate) struct Level {
    /// The move that the variation is an alternative to.
    beside: NodeId,
    /// The range of the parenthesis in the text.
    open: Range<usize>,
    /// The numbers of nodes and of notes before the parenthesis.
    nodes: usize,
    notes: usize,
    /// The number of moves in the parenthesis so far.
    moves: usize,
    /// True if the last move in the parenthesis is new in the tree.
    is_new: bool,
}

/// A parser that reads one game in one pass. If a parenthesis is no variation, the parser skips it and copies its text
/// only at the end.
pub struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    format: Format,
    dialect: Dialect,
    /// True if the text gives the start position.
    has_start: bool,
    /// True if the side to move may differ from that of the start position.
    may_turn: bool,
    /// True if the first move, and nothing before it, showed that the other side is to move.
    has_turned: bool,
    /// True if dots before the first move show that it is a move of Black.
    black_first: bool,
    record: Record,
    board: Board,
    played: Vec<(Move, Option<Piece>)>,
    at: NodeId,
    levels: Vec<Level>,
    notes: Vec<(NodeId, Note)>,
    tags: Vec<(String, String)>,
    result: Option<Outcome>,
    /// The first unreadable word, until a move follows it.
    unknown: Option<Range<usize>>,
    /// True if the word in `unknown` came after a move.
    trailing: bool,
    /// True after the result of the game.
    has_ended: bool,
    /// The offset of the first move.
    first_move: Option<usize>,
    /// The last move of the main line.
    last_move: Range<usize>,
    /// The end of the last move number before the first move.
    numbered: Option<usize>,
    /// The word before the first move that is probably a misspelled move, and whether it resembles a move.
    misread: Option<(Range<usize>, bool)>,
    /// The unreadable words before the first move, the nearest first.
    unknown_before: Vec<Range<usize>>,
    demoted: usize,
    has_points: bool,
    has_vietnamese: bool,
}

/// Whether the parser goes on with the next word: false at the end of the game.
type Goes = Result<bool, ReadError>;

impl<'a> Parser<'a> {
    /// Creates a parser that begins at an offset. `start` has the start position, and true if its side to move is
    /// certain.
    pub fn new(
        text: &'a str,
        at: usize,
        start: Option<(Position, bool)>,
        format: Format,
        dialect: Dialect,
    ) -> Parser<'a> {
        let has_start = start.is_some();
        let (start, is_told) = start.unwrap_or_default();
        let record = Record::new(start);
        Parser {
            text,
            lexer: Lexer::new(text, at),
            format,
            dialect,
            has_start,
            may_turn: !is_told && dialect != Dialect::RanksFromTop,
            has_turned: false,
            black_first: false,
            board: record.start().board.clone(),
            record,
            played: Vec::new(),
            at: NodeId::ROOT,
            levels: Vec::new(),
            notes: Vec::new(),
            tags: Vec::new(),
            result: None,
            unknown: None,
            trailing: false,
            has_ended: false,
            first_move: None,
            last_move: at..at,
            numbered: None,
            misread: None,
            unknown_before: Vec::new(),
            demoted: 0,
            has_points: false,
            has_vietnamese: false,
        }
    }

    /// Returns the number of parentheses that hold no variation.
    pub fn demoted(&self) -> usize {
        self.demoted
    }

    /// Returns true if some word could be a pair of points.
    pub fn has_points(&self) -> bool {
        self.has_points
    }

    /// Returns true if some word could be a move in Vietnamese.
    pub fn has_vietnamese(&self) -> bool {
        self.has_vietnamese
    }

    /// Returns true if the first move changed the side to move of the start position.
    pub fn has_turned(&self) -> bool {
        self.has_turned
    }

    /// Returns the number of moves of the last line.
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// Reads the text to the end of the game.
    pub fn run(&mut self) -> Result<(), ReadError> {
        loop {
            let lexeme = self.lexer.next();
            let goes = match self.trailing || self.has_ended {
                true => self.watch(lexeme),
                false => self.lexeme(lexeme),
            };
            if !goes? {
                break;
            }
        }
        if let Some(level) = self.levels.last() {
            return Err(self.error(ReadError::new(ReadReason::Unclosed), level.open.clone()));
        }
        self.end_of_words()
    }

    /// Handles unreadable words at the end. A list without moves is an error, even if its words look like move numbers.
    fn end_of_words(&mut self) -> Result<(), ReadError> {
        let is_empty_list = self.format == Format::Moves && self.record.nodes().len() == 1;
        let Some(unknown) = self.unknown.clone() else {
            if !is_empty_list {
                return Ok(());
            }
            let first = Lexer::new(self.text, 0).next().range;
            return Err(self.unknown_error(first));
        };
        if self.trailing && !self.holds_move(unknown.clone()) {
            self.keep_trailing(unknown.start..self.lexer.at);
        } else if self.trailing || self.at == NodeId::ROOT {
            return Err(self.unknown_error(unknown));
        }
        Ok(())
    }

    /// Returns true if an unreadable word after the last move is a misspelled move.
    fn holds_move(&self, word: Range<usize>) -> bool {
        word::holds_move(&self.text[word], &self.text[self.last_move.clone()])
    }

    /// Returns true if the moves before an error are enough for a game.
    fn is_enough(&self, error: &ReadError) -> bool {
        let enough = if self.has_start { 1 } else { ENOUGH };
        !matches!(error.reason, ReadReason::TooManyPlies | ReadReason::TooManyMoves)
            && self.record.main_nodes().take(enough).count() == enough
    }

    /// Returns the record with all notes. If `left_out` is an error, the record has the moves before it.
    ///
    /// # Errors
    /// `left_out`, if the moves before it are not enough for a game.
    pub fn finish(mut self, left_out: Option<ReadError>) -> Result<Parsed, ReadError> {
        if let Some(error) = left_out.as_ref().filter(|error| !self.is_enough(error)) {
            return Err(error.clone());
        }
        for (id, note) in self.notes {
            let node = self.record.node_mut(id);
            match note {
                Note::Comment(range) | Note::Plain(range) => node.append_comment(&self.text[range]),
                Note::Remark(range) => node.append_comment(&comment::read_lines(&self.text[range])),
                Note::Sign(range) => match marks::read_sign(&self.text[range.clone()]) {
                    Some(sign) => node.add_signs(&[sign]),
                    None => node.append_comment(&self.text[range]),
                },
            }
        }
        let (record, result, tags) = (self.record, self.result, self.tags);
        let first_move = self.first_move.unwrap_or(self.text.len());
        Ok(Parsed { record, result, tags, first_move, left_out })
    }

    fn error(&self, error: ReadError, range: Range<usize>) -> ReadError {
        let token = &self.text[range.clone()];
        let error = error.in_format(self.format).at_token(token).after(&self.record, self.at);
        error.on_line(self.text, range.start)
    }

    fn unknown_error(&self, range: Range<usize>) -> ReadError {
        self.error(ReadError::new(ReadReason::UnknownText), range)
    }

    fn lexeme(&mut self, lexeme: Lexeme) -> Goes {
        let Lexeme { kind, range, inner } = lexeme;
        match kind {
            LexemeKind::End => return Ok(false),
            LexemeKind::Unclosed => return Err(self.error(ReadError::new(ReadReason::Unclosed), range)),
            LexemeKind::Comment => self.notes.push((self.at, Note::Comment(inner))),
            LexemeKind::Sign => self.notes.push((self.at, Note::Sign(range))),
            LexemeKind::Semicolon => self.semicolon(range),
            LexemeKind::Open => self.open(range)?,
            LexemeKind::Close => return self.close(range),
            LexemeKind::Bracket => return self.bracket(range),
            LexemeKind::Word => return self.word(range),
        }
        Ok(true)
    }

    /// Reads a semicolon. In a list it may separate moves; otherwise it begins a comment to the end of the line.
    fn semicolon(&mut self, mark: Range<usize>) {
        let from = self.lexer.at;
        if self.format == Format::Pgn {
            self.lexer.skip_remark();
        } else {
            let line = self.lexer.skip_line();
            // The lexer sees only this line. Otherwise every semicolon could cause a scan of the whole rest of the
            // text.
            let next = Lexer::new(&self.text[..line.end], from).next();
            let word = &self.text[next.range];
            if next.kind == LexemeKind::Word
                && matches!(
                    word::read(&self.board, word, self.dialect).word,
                    Word::Move(_) | Word::Nothing | Word::Result(_)
                )
            {
                self.lexer.at = from;
                return;
            }
        }
        self.notes.push((self.at, Note::Remark(mark.start..self.lexer.at)));
    }

    /// Reads a bracket. A tag before the first move belongs to the game; a tag after it begins the next game.
    fn bracket(&mut self, range: Range<usize>) -> Goes {
        match tag(&self.text[range.start..]) {
            Some((name, value, len)) if self.at == NodeId::ROOT => {
                self.tags.push((name.to_owned(), value));
                self.lexer.at = range.start + len;
                Ok(true)
            }
            Some(_) => Err(self.error(ReadError::new(ReadReason::AfterResult), range)),
            None => self.nothing(range),
        }
    }

    fn word(&mut self, range: Range<usize>) -> Goes {
        let token = &self.text[range.clone()];
        let in_game = self.at != NodeId::ROOT || !self.levels.is_empty();
        if in_game && marks::read_sign(token).is_some() {
            self.notes.push((self.at, Note::Sign(range)));
            return Ok(true);
        }
        self.has_points |= word::has_points(token);
        self.has_vietnamese |= word::is_vietnamese(token);
        let mut found = word::read(&self.board, token, self.dialect);
        if self.at == NodeId::ROOT && self.levels.is_empty() {
            found = self.first_word(token, found);
            if let Some(misread) = self.misread(&found, &range) {
                return Err(self.unknown_error(misread));
            }
        }
        let mark = range.start + found.mark..range.end;
        match found.word {
            Word::Nothing => return Ok(true),
            Word::Result(result) if self.levels.is_empty() => {
                // Before the first move a result ends nothing, and a word such as 和 may be part of a sentence.
                self.has_ended = self.at != NodeId::ROOT;
                if self.has_ended || word::is_clear_result(token) {
                    self.result = Some(result);
                }
                return Ok(true);
            }
            Word::Result(_) => return Ok(true),
            Word::Moves(moves) => return self.several(moves, range),
            Word::Move(mv) => {
                self.first_move.get_or_insert(range.start);
                if self.levels.is_empty() {
                    self.last_move = range.start + word::number_end(token)..mark.start;
                }
                if let Err(error) = self.play(mv) {
                    return Err(self.error(error, range));
                }
            }
            Word::Refused(reason) => match self.levels.pop() {
                Some(level) => return self.demote(level),
                None => return Err(self.error(ReadError::new(reason), range)),
            },
            Word::Unknown => return self.nothing(range),
        }
        if !mark.is_empty() {
            self.notes.push((self.at, Note::Sign(mark)));
        }
        Ok(true)
    }

    /// Plays several moves of one word. Unreadable text between two of them is an error.
    fn several(&mut self, ends: Vec<usize>, range: Range<usize>) -> Goes {
        let (depth, mut start) = (self.levels.len(), range.start);
        let last = ends.len().saturating_sub(1);
        for (index, end) in ends.into_iter().enumerate() {
            let end = range.start + end;
            start += word::separators_len(&self.text[start..end]);
            let goes = self.word(start..end)?;
            let is_way = |letter: char| "平进進退".contains(letter);
            if self.trailing && (index < last || self.text[start..end].contains(is_way)) {
                return Err(self.unknown_error(start..end));
            }
            if !goes || self.trailing || self.levels.len() < depth {
                return Ok(goes);
            }
            start = end;
        }
        Ok(true)
    }

    /// Reads the first move as a move of the other side, if the side to move is uncertain and the word, or the dots
    /// before it, fit only the other side. Otherwise returns `found`.
    fn first_word(&mut self, token: &str, found: word::Found) -> word::Found {
        self.black_first |= found.dots > 1;
        let is_move = matches!(found.word, Word::Move(_) | Word::Moves(_));
        let is_refused = matches!(found.word, Word::Refused(_));
        let turn = self.board.turn();
        let dots_decide = self.black_first && !self.has_start && turn == Color::Red;
        if !self.may_turn || !(is_refused || is_move && dots_decide) {
            return found;
        }
        let Some(position) = start::flipped(self.record.start(), !turn) else { return found };
        let other = word::read(&position.board, token, self.dialect);
        if matches!(other.word, Word::Move(_) | Word::Moves(_)) {
            self.has_turned = !self.black_first;
            self.board = position.board.clone();
            self.record.set_start(position);
            return other;
        }
        found
    }

    /// Returns the range of an unreadable move before the first readable one: a word between a move number and another
    /// move, or a word that resembles a move. Other text before the first move is ignored.
    fn misread(&mut self, found: &word::Found, range: &Range<usize>) -> Option<Range<usize>> {
        let token = &self.text[range.clone()];
        match found.word {
            Word::Nothing if found.dots > 0 => {
                self.numbered = Some(range.end);
                self.misread = self.misread.take().filter(|_| !word::is_first_number(token));
            }
            Word::Unknown if !matches!(self.misread, Some((_, true))) => {
                let numbered = self.numbered.take().is_some_and(|end| self.is_line(end..range.start));
                let in_line = numbered || found.dots > 0;
                let resembles = word::resembles_move(token);
                if resembles || in_line && self.misread.is_none() {
                    self.misread = Some((range.clone(), resembles));
                }
            }
            _ if found.word.is_attempt() => {
                let mut before = std::mem::take(&mut self.unknown_before).into_iter();
                if let Some(slip) = before.find(|word| self.is_slip(word, range)) {
                    return Some(slip);
                }
                let (misread, resembles) = self.misread.take()?;
                return Some(misread).filter(|misread| resembles || self.is_line(misread.end..range.start));
            }
            _ => {}
        }
        if matches!(found.word, Word::Unknown) {
            self.unknown_before.truncate(LOOKED_BACK - 1);
            self.unknown_before.insert(0, range.clone());
        }
        None
    }

    /// Returns true if a word before the first move is nearly a move in the notation of the first move. The word must
    /// come after a move number, stand alone on its line, or stand on the line of the first move.
    fn is_slip(&self, word: &Range<usize>, first: &Range<usize>) -> bool {
        let before = self.text[..word.start].rsplit('\n').next().unwrap_or_default().trim();
        let behind = self.text[word.end..].split('\n').next().unwrap_or_default().trim();
        let is_numbered = !before.is_empty() && word::number_end(before) == before.len();
        (is_numbered || before.is_empty() && behind.is_empty() || self.is_line(word.end..first.start))
            && word::is_slip(&self.text[word.clone()], &self.text[first.clone()])
    }

    /// Returns true if a range of the text lies on one line.
    fn is_line(&self, range: Range<usize>) -> bool {
        !self.text[range].contains('\n')
    }

    fn play(&mut self, mv: Move) -> Result<(), ReadError> {
        let before = self.record.nodes().len();
        let node = self.record.add_legal(self.at, mv)?;
        let continues = match self.levels.last_mut() {
            None => true,
            Some(level) => {
                let continues = level.moves > 0 && level.is_new;
                level.moves += 1;
                level.is_new = self.record.nodes().len() > before;
                continues
            }
        };
        if continues {
            self.record.promote(node);
        }
        self.move_notes_to(node);
        let captured = self.board.make(mv);
        self.played.push((mv, captured));
        self.at = node;
        // Unreadable text before the first move is ignored.
        self.unknown = None;
        Ok(())
    }

    /// Handles an unreadable word, which may be in a variation, before the first move, or after the last move.
    fn nothing(&mut self, range: Range<usize>) -> Goes {
        if let Some(level) = self.levels.pop() {
            return self.demote(level);
        }
        if self.at != NodeId::ROOT {
            return self.text_behind(range);
        }
        self.unknown.get_or_insert(range);
        Ok(true)
    }
}
