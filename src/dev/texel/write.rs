//! Writes the tuned weights as a Rust source file.

use super::fit::Weights;
use chuhe::engine::eval::hand::layout::GROUPS;
use std::fmt::Write;

const HEAD: &str = "\
//! The weights of the handcrafted evaluation in the order of [`super::layout`], for the opening and the
//! endgame, in centipawns. `chuhe-dev texel` tunes them on games of the engine against itself.

use super::layout::NUM;
use super::tapered::{Tapered, t};

/// `[weight]`
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; NUM] = [
";

/// Returns the text of the file.
pub fn tables(weights: &Weights) -> String {
    let mut text = HEAD.to_owned();
    let mut index = 0;
    for group in GROUPS {
        let _ = writeln!(text, "    // {}", group.name);
        for row in 0..group.len / group.row {
            let pair = |column| {
                let [opening, endgame] = weights.centipawns(index + row * group.row + column);
                format!("t({opening}, {endgame}),")
            };
            let line: Vec<String> = (0..group.row).map(pair).collect();
            let _ = writeln!(text, "    {}", line.join(" "));
        }
        index += group.len;
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_is_written() {
        let text = tables(&Weights::bare_material());
        assert_eq!(text.matches("t(").count(), chuhe::engine::eval::hand::layout::NUM);
        assert!(text.contains("    // MATERIAL\n    t(0, 0), t(100, 100), t(100, 100), t(400, 400), "));
    }
}
