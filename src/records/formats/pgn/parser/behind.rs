//! Reads the text after the last move: the result, other text, or moves that do not belong to the game.

use super::{Goes, Note, Parser};
use crate::NodeId;
use crate::error::{ReadError, ReadReason};
use crate::formats::pgn::lexer::{Lexeme, LexemeKind, Lexer};
use crate::formats::pgn::word::{self, Word};
use crate::formats::pgn::{shape, tag};
use crate::text::find;
use chuhe_rules::game::Outcome;
use std::ops::Range;

impl Parser<'_> {
    /// Reads a word after the main line. A move there is an error: a word before it was unreadable, or the game had
    /// already ended.
    pub(crate) fn watch(&mut self, lexeme: Lexeme) -> Goes {
        let Lexeme { kind, range, inner } = lexeme;
        let is_in_text = self.unknown.is_some();
        match kind {
            LexemeKind::End => return Ok(false),
            LexemeKind::Unclosed if is_in_text => return Ok(false),
            LexemeKind::Unclosed => return Err(self.error(ReadError::new(ReadReason::Unclosed), range)),
            LexemeKind::Bracket if tag(&self.text[range.start..]).is_some() => {
                return Err(self.error(ReadError::new(ReadReason::AfterResult), range));
            }
            LexemeKind::Word => return self.word_behind(range),
            _ if is_in_text => {}
            LexemeKind::Comment => self.notes.push((self.at, Note::Comment(inner))),
            LexemeKind::Sign => self.notes.push((self.at, Note::Sign(range))),
            LexemeKind::Semicolon => {
                self.lexer.skip_remark();
                self.notes.push((self.at, Note::Remark(range.start..self.lexer.at)));
            }
            _ => self.begin_text(range),
        }
        Ok(true)
    }

    fn begin_text(&mut self, range: Range<usize>) {
        self.trailing = true;
        self.unknown = Some(range);
    }

    fn word_behind(&mut self, range: Range<usize>) -> Goes {
        let token = &self.text[range.clone()];
        let is_attempt = match word::read(&self.board, token, self.dialect).word {
            Word::Result(result) if !self.has_ended => {
                self.end_with(result, range.start)?;
                return Ok(true);
            }
            Word::Result(result) if self.is_another(result) => {
                return Err(self.error(ReadError::new(ReadReason::AfterResult), range));
            }
            Word::Result(_) | Word::Nothing => return Ok(true),
            Word::Unknown => false,
            _ => true,
        };
        if !is_attempt {
            return self.text_behind(range);
        }
        self.moves_behind(range)
    }

    /// Handles a word that is no move.
    pub(crate) fn text_behind(&mut self, range: Range<usize>) -> Goes {
        if self.holds_move(range.clone()) {
            return self.moves_behind(range);
        }
        if self.unknown.is_none() {
            self.begin_text(range);
        }
        Ok(true)
    }

    /// Handles moves after the main line: they repeat the main line, or they are an error.
    fn moves_behind(&mut self, range: Range<usize>) -> Goes {
        let Some(end) = self.repetition(range.start) else { return Err(self.move_behind(range)) };
        (self.lexer.at, self.unknown, self.trailing, self.has_ended) = (end, None, false, true);
        Ok(true)
    }

    /// Returns the error for a move after the main line. It names the unreadable word before the move, or the move
    /// itself if there is none.
    fn move_behind(&self, range: Range<usize>) -> ReadError {
        match (&self.unknown, self.has_ended) {
            (Some(unknown), false) => self.unknown_error(unknown.clone()),
            (None, false) => self.unknown_error(range),
            _ => self.error(ReadError::new(ReadReason::AfterResult), range),
        }
    }

    /// Returns true if a result contradicts the first one.
    fn is_another(&self, result: Outcome) -> bool {
        let decided = self.result.filter(|known| *known != Outcome::Ongoing);
        result != Outcome::Ongoing && decided.is_some_and(|known| known != result)
    }

    /// Stores the result. Other text may come before it.
    fn end_with(&mut self, result: Outcome, end: usize) -> Result<(), ReadError> {
        if let Some(unknown) = self.unknown.take() {
            if self.holds_move(unknown.clone()) {
                return Err(self.unknown_error(unknown));
            }
            self.keep_trailing(unknown.start..end);
        }
        (self.result, self.has_ended, self.trailing) = (Some(result), true, false);
        Ok(())
    }

    /// Returns the end of a list that repeats the main line from its first move. Some sites add such a list in another
    /// notation.
    fn repetition(&self, at: usize) -> Option<usize> {
        let mut board = self.record.start().board.clone();
        let mut line = self.record.main_line().into_iter();
        let mut lexer = Lexer::new(self.text, at);
        let mut end = at;
        loop {
            let lexeme = lexer.next();
            if lexeme.kind != LexemeKind::Word {
                return (end > at).then_some(end);
            }
            let token = &self.text[lexeme.range.clone()];
            let ends = match word::read(&board, token, self.dialect).word {
                Word::Moves(ends) => ends,
                _ => vec![token.len()],
            };
            let mut start = 0;
            for part_end in ends {
                start += word::separators_len(&token[start..part_end]);
                let part = &token[start..part_end];
                start = part_end;
                match word::read(&board, part, self.dialect).word {
                    Word::Nothing | Word::Result(_) => {}
                    Word::Move(mv) if line.next() == Some(mv) => drop(board.make(mv)),
                    Word::Unknown if end > at && !shape::holds_move(part) => return Some(end),
                    _ => return None,
                }
            }
            end = lexeme.range.end;
        }
    }

    /// Stores text after the last move as a comment, unless it contains a link, or is an HTML tag or a line of
    /// punctuation.
    pub(crate) fn keep_trailing(&mut self, range: Range<usize>) {
        let text = self.text[range.clone()].trim_end();
        let is_tag = text.starts_with('<') && text.ends_with('>') && text.matches('<').count() == 1;
        let is_mark = is_tag || ["==", "--", "```"].into_iter().any(|mark| text.starts_with(mark));
        if self.at != NodeId::ROOT && !is_mark && find(text, "://").is_none() {
            self.notes.push((self.at, Note::Plain(range.start..range.start + text.len())));
        }
    }
}
