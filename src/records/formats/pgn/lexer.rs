//! Splits the text of the moves into words.

use std::ops::Range;

/// The kind of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LexemeKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `{…}`
    Comment,
    /// `;`; the parser reads the rest of the line.
    Semicolon,
    /// `$1`
    Sign,
    /// `[` at the beginning of a line.
    Bracket,
    /// Moves, numbers, results and all other text.
    Word,
    /// A comment that does not end.
    Unclosed,
    /// The end of the text.
    End,
}

/// A word and its ranges in the text.
#[derive(Clone, Debug)]
pub struct Lexeme {
    pub kind: LexemeKind,
    /// The range of the whole word.
    pub range: Range<usize>,
    /// The range of the word without its braces.
    pub inner: Range<usize>,
}

/// Splits a text into words.
pub struct Lexer<'a> {
    text: &'a str,
    pub at: usize,
}

/// Returns true for white space, and for the separators of moves in lists.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | '，' | '、' | '\u{feff}')
}

fn ends_word(letter: char) -> bool {
    is_space(letter) || "(){};$（）｛｝；".contains(letter)
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str, at: usize) -> Lexer<'a> {
        Lexer { text, at }
    }

    fn starts_line(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes()[at - 1] == b'\n'
    }

    /// Skips the rest of the line and returns its range.
    pub fn skip_line(&mut self) -> Range<usize> {
        let start = self.at;
        self.at = self.text[start..].find('\n').map_or(self.text.len(), |len| start + len);
        start..self.at
    }

    /// Skips the rest of the line, and the next lines that begin with a semicolon.
    pub fn skip_remark(&mut self) {
        self.skip_line();
        while self.text[self.at..].starts_with("\n;") {
            self.at += 1;
            self.skip_line();
        }
    }

    /// Returns the next word. It skips lines that begin with `%`.
    pub fn next(&mut self) -> Lexeme {
        loop {
            let rest = &self.text[self.at..];
            let Some(len) = rest.find(|letter| !is_space(letter)) else {
                self.at = self.text.len();
                return self.lexeme(LexemeKind::End, self.at, 0, 0);
            };
            self.at += len;
            if !(self.text[self.at..].starts_with('%') && self.starts_line(self.at)) {
                return self.word();
            }
            self.skip_line();
        }
    }

    /// Returns the word from `start` to the current offset. `open` and `close` are the lengths of its braces.
    fn lexeme(&self, kind: LexemeKind, start: usize, open: usize, close: usize) -> Lexeme {
        Lexeme { kind, range: start..self.at, inner: start + open..self.at - close }
    }

    fn word(&mut self) -> Lexeme {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let Some(letter) = rest.chars().next() else { return self.lexeme(LexemeKind::End, start, 0, 0) };
        let len = letter.len_utf8();
        self.at += len;
        match letter {
            '(' | '（' => self.lexeme(LexemeKind::Open, start, 0, 0),
            ')' | '）' => self.lexeme(LexemeKind::Close, start, 0, 0),
            ';' | '；' => self.lexeme(LexemeKind::Semicolon, start, 0, 0),
            '{' | '｛' => self.comment(start, len),
            '[' | '［' if self.starts_line(start) => self.lexeme(LexemeKind::Bracket, start, 0, 0),
            '$' => {
                self.at += rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                self.lexeme(LexemeKind::Sign, start, 0, 0)
            }
            _ => {
                self.at += self.text[self.at..].find(ends_word).unwrap_or(rest.len() - len);
                self.lexeme(LexemeKind::Word, start, 0, 0)
            }
        }
    }

    /// Reads a comment. A full-width brace ends only a comment that begins with a full-width brace.
    fn comment(&mut self, start: usize, open: usize) -> Lexeme {
        let close = if open == 1 { '}' } else { '｝' };
        match self.text[self.at..].find(close) {
            Some(len) => {
                self.at += len + close.len_utf8();
                self.lexeme(LexemeKind::Comment, start, open, close.len_utf8())
            }
            None => {
                self.at = self.text.len();
                self.lexeme(LexemeKind::Unclosed, start, 0, 0)
            }
        }
    }
}
