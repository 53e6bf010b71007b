//! Any text is either read as the FEN that it contains, or refused with reasons. Nothing panics and nothing is
//! repaired. The seed is fixed; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` change the number of cases (2048 by default)
//! and the seed.

use chuhe::rules::fen::{self, Position};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// Expands a rank to a dot for each empty point and canonical letters, as the test understands it.
fn expand(rank: &str) -> String {
    let canonical = |letter: char| match letter {
        'H' => 'N',
        'h' => 'n',
        'E' | 'M' => 'B',
        'e' | 'm' => 'b',
        'G' => 'A',
        'g' => 'a',
        other => other,
    };
    let point = |letter: char| match letter.to_digit(10) {
        Some(empty) => ".".repeat(empty as usize),
        None => canonical(letter).to_string(),
    };
    rank.chars().map(point).collect()
}

fn config() -> Config {
    let defaults = Config::default();
    let rng_seed = if defaults.rng_seed == RngSeed::Random { RngSeed::Fixed(90) } else { defaults.rng_seed };
    Config { failure_persistence: None, rng_seed, cases: defaults.cases * 8, ..defaults }
}

/// Generates start positions with some characters replaced, inserted or removed.
fn edited() -> impl Strategy<Value = String> {
    let letter =
        prop::sample::select("rnbakcpRNBAKCPHEGMhegm123456789/ wb-_+%20[]x0".chars().collect::<Vec<_>>());
    let edit = (any::<prop::sample::Index>(), 0..3, letter);
    prop::collection::vec(edit, 1..4).prop_map(|edits| {
        let mut text: Vec<char> = fen::START.chars().collect();
        for (at, kind, letter) in edits {
            let at = at.index(text.len());
            match kind {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                _ => drop(text.remove(at)),
            }
        }
        text.into_iter().collect()
    })
}

/// Checks that a text is read correctly or refused with reasons.
fn check(text: &str) -> Result<(), TestCaseError> {
    match text.parse::<Position>() {
        Ok(position) => {
            let plain =
                text.replace(['_', '+'], " ").replace("%20", " ").replace("%2F", "/").replace("%2f", "/");
            let said = plain.split_whitespace().next().unwrap_or_default().trim_end_matches("[]");
            let said: Vec<String> = said.split('/').map(expand).collect();
            let board = position.board.to_string();
            prop_assert_eq!(said, board.lines().map(str::to_owned).collect::<Vec<_>>());
            prop_assert_eq!(position.to_string().parse::<Position>()?, position);
        }
        Err(error) => {
            prop_assert!(!error.reasons.is_empty());
            prop_assert_eq!(&error.text, text);
            for reason in &error.reasons {
                prop_assert!(!reason.code().is_empty() && !reason.to_string().is_empty());
                prop_assert!(reason.rank().is_none_or(|rank| rank < 10), "{reason}");
                let _ = (reason.file(), reason.value(), reason.color(), reason.role());
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn edited_texts_are_read_as_they_say_or_refused(text in edited()) {
        check(&text)?;
    }

    #[test]
    fn any_text_is_read_as_it_says_or_refused(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn fen_like_text_is_read_as_it_says_or_refused(text in "[rnbakcpRNBAKCP1-9/]{20,90}[ _+]?[wrb]?[-0-9 ]{0,9}") {
        check(&text)?;
    }
}
