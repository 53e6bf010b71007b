//! The sentences of a review, read from the page's files in `www/locales`.

use chuhe::review::{Explanation, Fact};
use chuhe::rules::types::Piece;
use std::collections::HashMap;
use std::sync::Arc;

/// The texts of one language, by key.
#[derive(Clone, Debug)]
pub struct Words {
    code: &'static str,
    lines: Arc<HashMap<String, String>>,
}

/// Each language's code, the texts that all pages share, and the texts of the analysis.
const FILES: [(&str, &str, &str); 4] = [
    (
        "zh",
        include_str!("../../../www/locales/zh.json"),
        include_str!("../../../www/locales/analysis/zh.json"),
    ),
    (
        "zh-Hant",
        include_str!("../../../www/locales/zh-Hant.json"),
        include_str!("../../../www/locales/analysis/zh-Hant.json"),
    ),
    (
        "en",
        include_str!("../../../www/locales/en.json"),
        include_str!("../../../www/locales/analysis/en.json"),
    ),
    (
        "vi",
        include_str!("../../../www/locales/vi.json"),
        include_str!("../../../www/locales/analysis/vi.json"),
    ),
];

impl Words {
    /// The codes of the languages.
    pub const CODES: [&'static str; 4] = [FILES[0].0, FILES[1].0, FILES[2].0, FILES[3].0];

    /// Returns the texts of a language; `None` if no language has this code.
    pub fn of(code: &str) -> Option<Words> {
        let (code, shared, own) = FILES.into_iter().find(|(known, ..)| *known == code)?;
        let read = |text: &str| serde_json::from_str::<HashMap<String, String>>(text).ok();
        let mut lines = read(shared)?;
        lines.extend(read(own)?);
        Some(Words { code, lines: Arc::new(lines) })
    }

    /// Returns the code of the language.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the text of a key with its placeholders filled; the key itself if it has no text.
    pub fn say(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.lines.get(key).map_or(key, String::as_str), values)
    }

    /// Returns the explanation of a mistake: all proved facts, or a sentence that nothing is proved.
    pub fn why(&self, Explanation { facts, reason }: &Explanation) -> String {
        if facts.is_empty() {
            return self.say("analysis.review.why.nothing", &[]);
        }
        let sentences: Vec<String> = facts.iter().chain(reason).map(|fact| self.fact(fact)).collect();
        sentences.join(" ")
    }

    fn fact(&self, fact: &Fact) -> String {
        let word = |family: &str, piece: Option<Piece>| {
            piece.map_or_else(String::new, |piece| self.say(&format!("{family}.{}", piece.letter()), &[]))
        };
        let (the, a) = ("piece", "analysis.review.a");
        let count = fact.count.unwrap_or(0);
        let a_piece = match fact.piece {
            Some(_) => word(a, fact.piece),
            None => self.say(&format!("analysis.review.worth.{}", worth_of(count)), &[]),
        };
        self.say(
            &format!("analysis.review.why.{}", fact.name),
            &[
                ("piece", &word(the, fact.piece)),
                ("aPiece", &a_piece),
                ("other", &word(the, fact.other)),
                ("aOther", &word(a, fact.other)),
                ("count", &count.to_string()),
            ],
        )
    }
}

/// Returns the key of the piece worth this number of soldiers, as `why-words.ts` does on the page.
fn worth_of(soldiers: usize) -> &'static str {
    match soldiers {
        11.. => "more",
        7.. => "R",
        4.. => "N",
        2.. => "A",
        _ => "P",
    }
}

/// Fills placeholders such as `{count}`, and `{count:move|moves}` with its first word for 1 and its second otherwise.
fn fill(line: &str, values: &[(&str, &str)]) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some((before, (hole, behind))) =
        rest.split_once('{').and_then(|(before, hole)| Some((before, hole.split_once('}')?)))
    {
        text.push_str(before);
        let (name, forms) = hole.split_once(':').map_or((hole, None), |(name, forms)| (name, Some(forms)));
        let value = values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        text.push_str(match forms.and_then(|forms| forms.split_once('|')) {
            Some((one, _)) if value == "1" => one,
            Some((_, more)) => more,
            None => value,
        });
        rest = behind;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::types::{Color, Role};

    #[test]
    fn placeholders_are_filled() {
        let values = [("count", "1"), ("a", "x")];
        assert_eq!(fill("{a} in {count} {count:move|moves}.", &values), "x in 1 move.");
        assert_eq!(fill("in {count} {count:move|moves} {", &[("count", "2")]), "in 2 moves {");
    }

    #[test]
    fn material_is_named_by_a_piece() {
        let english = Words::of("en").expect("a language");
        for (count, piece) in
            [(2, "an advisor"), (3, "an advisor"), (4, "a horse"), (9, "a rook"), (14, "a rook and more")]
        {
            let fact = Fact { name: "lose-material".into(), count: Some(count), ..Fact::default() };
            let said = english.why(&Explanation { facts: vec![fact], reason: None });
            assert_eq!(said, format!("The line costs about as much as {piece}."));
        }
    }

    #[test]
    fn every_language_has_its_words() {
        let horse = Some(Piece::new(Color::Red, Role::Horse));
        let fact = Fact { name: "lose-piece-later".into(), piece: horse, count: Some(2), ..Fact::default() };
        let explanation = Explanation { facts: vec![fact], reason: None };
        let said = Words::CODES.map(|code| Words::of(code).expect("a language").why(&explanation));
        assert_eq!(said[2], "It loses a horse in 2 moves.");
        assert!(said.iter().all(|words| !words.contains(['{', '.']) || words.ends_with('.')), "{said:?}");
        assert!(said[0].contains('马') && said[1].contains('馬'), "{said:?}");
    }
}
