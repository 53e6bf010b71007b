//! Pictures with their texts, and the wording that they share.

use super::svg::Svg;
use chuhe::rules::types::Role;

/// A picture for the document.
pub struct Picture {
    /// The name of its file, without `.svg`.
    pub name: String,
    /// The content of its file.
    pub svg: String,
    /// Its finding in words.
    pub alt: String,
}

impl Picture {
    /// Ends a drawing. `title` says what it shows, `alt` what it finds.
    pub fn new(name: String, svg: Svg, title: String, alt: String) -> Picture {
        Picture { name, svg: svg.finish(&title, &alt), alt }
    }

    /// Returns the picture in Markdown, for a document beside the folder `training`.
    pub fn markdown(&self) -> String {
        format!("![{}](training/{}.svg)", self.alt.replace(['[', ']'], ""), self.name)
    }
}

/// Returns the English name of a role with its Chinese character.
pub fn name(role: Role) -> String {
    format!("{} {}", capitalised(role.name()), character(role))
}

/// Returns a text with a capital letter at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Returns the Chinese character of a role.
pub fn character(role: Role) -> char {
    ['帥', '士', '象', '馬', '車', '炮', '兵'][role.index()]
}

/// Formats a whole number with commas between the thousands.
pub fn count(number: u64) -> String {
    crate::algorithms::count(number)
}

/// Formats a difference with its sign, rounded: `+20`, `−3`, `0`.
pub fn signed(difference: f64) -> String {
    match difference.round() {
        0.0 => "0".to_owned(),
        rounded if rounded < 0.0 => format!("−{:.0}", -rounded),
        rounded => format!("+{rounded:.0}"),
    }
}

/// Formats a share of 1 as a percentage.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Joins texts: `a, b and c`.
pub fn list(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_joined_by_commas_and_one_and() {
        let texts = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(
            [&texts[..0], &texts[..1], &texts[..2], &texts].map(list),
            ["", "a", "a and b", "a, b and c"]
        );
    }

    #[test]
    fn differences_have_a_sign_unless_they_round_to_zero() {
        assert_eq!([1.6, -3.2, -0.4].map(signed), ["+2", "−3", "0"]);
    }

    #[test]
    fn roles_are_named_in_both_languages() {
        assert_eq!(name(Role::Horse), "Horse 馬");
    }
}
