//! Reads variations, which are written in parentheses.

use super::{Goes, Level, Note, Parser};
use crate::NodeId;
use crate::error::{ReadError, ReadReason};
use crate::formats::pgn::lexer::LexemeKind;
use std::ops::Range;

impl Parser<'_> {
    pub(crate) fn open(&mut self, open: Range<usize>) -> Result<(), ReadError> {
        let has_move = self.levels.last().map_or(self.at != NodeId::ROOT, |level| level.moves > 0);
        let Some(parent) = self.record.node(self.at).parent().filter(|_| has_move) else {
            return self.skip_parenthesis(open);
        };
        self.levels.push(Level {
            beside: self.at,
            open,
            nodes: self.record.nodes().len(),
            notes: self.notes.len(),
            moves: 0,
            is_new: false,
        });
        self.take_back();
        self.at = parent;
        Ok(())
    }

    /// Moves the notes before the first move of a variation to that move.
    pub(crate) fn move_notes_to(&mut self, node: NodeId) {
        if let Some(level) = self.levels.last().filter(|level| level.moves == 1) {
            self.notes[level.notes..].iter_mut().for_each(|(said_of, _)| *said_of = node);
        }
    }

    pub(crate) fn close(&mut self, range: Range<usize>) -> Goes {
        let Some(level) = self.levels.pop() else {
            // Some files write move numbers as `1)`.
            let is_number = self.text[..range.start].ends_with(char::is_numeric);
            return if is_number { Ok(true) } else { self.nothing(range) };
        };
        let is_variation = level.moves > 0;
        let (open, at) = (level.open.clone(), level.beside);
        self.leave(level, is_variation);
        if !is_variation {
            self.notes.push((at, Note::Plain(open.start..range.end)));
        }
        Ok(true)
    }

    /// Leaves a parenthesis and goes back to the move before it.
    pub(crate) fn leave(&mut self, level: Level, keeps: bool) {
        if !keeps {
            self.notes.truncate(level.notes);
            self.record.truncate(level.nodes);
        }
        let depth = self.record.node(level.beside).depth();
        while self.played.len() >= depth {
            self.take_back();
        }
        if let Some(mv) = self.record.node(level.beside).mv() {
            let captured = self.board.make(mv);
            self.played.push((mv, captured));
        }
        self.at = level.beside;
    }

    pub(crate) fn take_back(&mut self) {
        if let Some((mv, captured)) = self.played.pop() {
            self.board.unmake(mv, captured);
        }
    }

    /// Turns the innermost parenthesis into a comment, because it contains something other than moves.
    pub(crate) fn demote(&mut self, level: Level) -> Goes {
        let open = level.open.clone();
        self.demoted += 1;
        self.leave(level, false);
        self.skip_parenthesis(open)?;
        Ok(true)
    }

    /// Skips the rest of the current parenthesis and stores its text.
    pub(crate) fn skip_parenthesis(&mut self, open: Range<usize>) -> Result<(), ReadError> {
        let mut depth = 1;
        while depth > 0 {
            match self.lexer.next().kind {
                LexemeKind::Open => depth += 1,
                LexemeKind::Close => depth -= 1,
                LexemeKind::End | LexemeKind::Unclosed => {
                    return Err(self.error(ReadError::new(ReadReason::Unclosed), open));
                }
                _ => {}
            }
        }
        self.notes.push((self.at, Note::Plain(open.start..self.lexer.at)));
        Ok(())
    }
}
