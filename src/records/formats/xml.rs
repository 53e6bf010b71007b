//! Reads the parts of XML that records need: elements, their attributes, and text.

use crate::Format;
use crate::text::find;

/// The number of characters at the head of a text that are searched for its first XML element.
const HEAD: usize = 1_024;

/// Returns the format of an XML text, which its first element shows.
pub(crate) fn format(text: &str) -> Option<Format> {
    let text = text.trim_start();
    if !text.starts_with('<') {
        return None;
    }
    let head = text.char_indices().nth(HEAD).map_or(text, |(end, _)| &text[..end]);
    let cbf = find(head, "<ChineseChessRecord").map(|_| Format::Cbf);
    cbf.or_else(|| find(head, "<n version").map(|_| Format::Pfc))
}

/// A part of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'a> {
    /// The opening tag of an element; `is_whole` if the element ends with this tag.
    Open { name: &'a str, attributes: &'a str, is_whole: bool },
    /// The closing tag of an element.
    Close,
    /// Text between elements, still escaped.
    Text(&'a str),
    /// Text of a CDATA section, which is not escaped.
    Data(&'a str),
}

/// An iterator over the tags and texts of a document. It stops at a tag that is not closed.
pub(crate) struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Parts<'a> {
    pub fn new(text: &'a str) -> Parts<'a> {
        Parts { rest: text }
    }

    /// Returns the text from `open` up to `mark`, and skips both.
    fn take(&mut self, open: usize, mark: &str) -> Option<&'a str> {
        let inside = &self.rest[open..];
        let len = find(inside, mark)?;
        self.rest = &inside[len + mark.len()..];
        Some(&inside[..len])
    }

    fn element(&mut self) -> Option<Part<'a>> {
        let inside = &self.rest[1..];
        let len = end_of_tag(inside)?;
        self.rest = &inside[len + 1..];
        let tag = &inside[..len];
        if tag.starts_with('/') {
            return Some(Part::Close);
        }
        let (tag, is_whole) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let at = tag.find(char::is_whitespace).unwrap_or(tag.len());
        let (name, attributes) = tag.split_at(at);
        Some(Part::Open { name, attributes, is_whole })
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            if !self.rest.starts_with('<') {
                let len = self.rest.find('<').unwrap_or(self.rest.len());
                let (text, rest) = self.rest.split_at(len);
                self.rest = rest;
                return Some(Part::Text(text));
            }
            if self.rest.starts_with("<![CDATA[") {
                return self.take("<![CDATA[".len(), "]]>").map(Part::Data);
            }
            if self.rest.starts_with("<!--") {
                self.take("<!--".len(), "-->")?;
            } else if self.rest.starts_with("<?") {
                self.take("<?".len(), "?>")?;
            } else {
                return self.element();
            }
        }
    }
}

/// Returns the end of a tag: the first `>` outside quotation marks.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    text.bytes().position(|byte| {
        match quote {
            Some(mark) if mark == byte => quote = None,
            Some(_) => {}
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None => return byte == b'>',
        }
        false
    })
}

/// Returns the attributes of an element, each with its name and value.
pub(crate) fn attributes(text: &str) -> impl Iterator<Item = (&str, String)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (name, behind) = rest.split_once('=')?;
        let behind = behind.trim_start();
        let quote = behind.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
        let (value, behind) = behind[1..].split_once(quote)?;
        rest = behind;
        Some((name.trim(), plain(value)))
    })
}

/// Returns the value of an attribute.
pub(crate) fn attribute(text: &str, name: &str) -> Option<String> {
    attributes(text).find(|(other, _)| *other == name).map(|(_, value)| value)
}

/// Replaces named references such as `&lt;` by their characters. Numeric references are replaced later, in all texts of
/// a record.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let known = [("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&apos;", '\''), ("&amp;", '&')];
        let (written, letter) =
            known.into_iter().find(|(written, _)| rest.starts_with(written)).unwrap_or(("&", '&'));
        plain.push(letter);
        rest = &rest[written.len()..];
    }
    plain.push_str(rest);
    plain
}
