//! Rust source as words and signs: just enough to read paths, with comments and literals left out.

/// A word, `::` or another single character, with its line counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The text.
    pub text: String,
    /// The line.
    pub line: usize,
}

/// The tokens of a source text.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { rest: source, line: 1, found: Vec::new() };
    while lexer.step() {}
    lexer.found
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    found: Vec<Token>,
}

impl<'a> Lexer<'a> {
    /// Reads one token, literal or comment; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        let length = if self.rest.starts_with("//") {
            self.rest.find('\n').unwrap_or(self.rest.len())
        } else if self.rest.starts_with("/*") {
            block_comment(self.rest)
        } else if let Some(length) = raw_string(self.rest) {
            length
        } else if first == '"' {
            quoted(self.rest, '"')
        } else if first == '\'' {
            char_or_lifetime(self.rest)
        } else {
            let length = word_or_sign(self.rest, first);
            self.push(length);
            length
        };
        self.advance(length);
        true
    }

    fn push(&mut self, length: usize) {
        let text = &self.rest[..length];
        if !text.trim().is_empty() {
            self.found.push(Token { text: text.to_owned(), line: self.line });
        }
    }

    fn advance(&mut self, length: usize) {
        let (skipped, rest) = self.rest.split_at(length);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word_or_sign(text: &str, first: char) -> usize {
    if is_word(first) {
        text.find(|c| !is_word(c)).unwrap_or(text.len())
    } else if text.starts_with("::") {
        2
    } else {
        first.len_utf8()
    }
}

/// The length of a block comment with those nested in it.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of a raw string such as `r#"…"#` or `br"…"`, if one starts here.
fn raw_string(text: &str) -> Option<usize> {
    let body = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    let marks = body.len() - body.trim_start_matches('#').len();
    let open = text.len() - body.len() + marks + 1;
    body[marks..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(marks));
    Some(text[open..].find(&close).map_or(text.len(), |end| open + end + close.len()))
}

/// The length of a literal between quotes, escapes heeded.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if !is_escaped && c == quote {
            return at + 1;
        }
        is_escaped = !is_escaped && c == '\\';
    }
    text.len()
}

/// The length of a character literal, or 1 for the mark of a lifetime.
fn char_or_lifetime(text: &str) -> usize {
    let mut inner = text.chars().skip(1);
    let is_char = match inner.next() {
        Some('\\') => true,
        Some(_) => inner.next() == Some('\''),
        None => false,
    };
    if is_char { quoted(text, '\'') } else { 1 }
}
