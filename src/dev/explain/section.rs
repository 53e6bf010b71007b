//! Writes the section of the document: the pictures with the text around them.

use super::picture::{Picture, count};
use super::survey::{FEWEST_GAMES, OPEN, Survey};

/// The pictures and the section of the document.
pub struct Pages {
    pub pictures: Vec<Picture>,
    /// The section in Markdown.
    pub section: String,
}

impl Pages {
    /// Draws and writes everything. `source` is a sentence about the games.
    pub fn new(survey: &Survey, source: &str) -> Pages {
        let boards = survey.places.pictures();
        let [duel, phases] = [survey.duel.picture(), survey.phases.picture()];
        let [guards, calibration] = [survey.guards.picture(), survey.calibration.picture()];
        let all_boards: Vec<String> = boards.iter().map(Picture::markdown).collect();
        let findings = survey.places.findings();
        let places: Vec<String> = findings.iter().map(|text| wrapped(&format!("- {text}"))).collect();
        let section = [
            wrapped(&introduction(survey, source)),
            wrapped(&method(survey)),
            "### Where a piece stands well".to_owned(),
            wrapped(PLACES),
            all_boards.join("\n"),
            places.join("\n"),
            "### Horse against cannon".to_owned(),
            wrapped(&format!("{DUEL} {}", survey.duel.finding())),
            duel.markdown(),
            wrapped(&format!("{PHASES} {}", survey.phases.soldiers())),
            phases.markdown(),
            "### Advisors against horses, elephants against cannons".to_owned(),
            wrapped(PROVERB),
            guards.markdown(),
            wrapped(&survey.guards.finding()),
            "### Unequal trades".to_owned(),
            wrapped(TRADES),
            survey.trades.table(),
            wrapped(&survey.trades.finding()),
            "### Expected and real results".to_owned(),
            wrapped(&format!("{CALIBRATION} {}", survey.calibration.finding())),
            calibration.markdown(),
        ]
        .join("\n\n")
            + "\n";
        let pictures = boards.into_iter().chain([duel, phases, guards, calibration]).collect();
        Pages { pictures, section }
    }
}

fn introduction(survey: &Survey, source: &str) -> String {
    format!(
        "The network has no table of what pieces are worth. `chuhe-dev explain` asks it about positions of games, and \
         draws and writes this section from its answers. There are {} positions, all quiet: no check, and the best \
         move is no capture. {source}",
        count(survey.positions)
    )
}

fn method(survey: &Survey) -> String {
    format!(
        "The **worth** of a piece is what its side loses, in centipawns (the soldier is the pawn), when the piece is \
         taken off the board and all others stay: its weights leave the sums of the first layer, and the value of the \
         position falls. The pictures show means over the {} positions in which neither side leads by more than {OPEN} centipawns. A piece is left \
         out where its removal would open a check, and where it is the last rook, horse or cannon of its side, since \
         the engine lowers the value of a side without any by a rule of its own. Points, lines and rows with fewer than \
         {FEWEST_GAMES} games are left out too.",
        count(survey.open)
    )
}

const PLACES: &str = "\
The number on a point is the mean worth of the piece there, the colour the difference from its mean worth anywhere. Its own \
side is at the bottom. A piece is compared only with its like at the same number of pieces on the board, since most are \
worth more later in the game. Left and right count together. The list gives the differences.";

const DUEL: &str = "\
The lines show the worth of a horse and of a cannon that one side has in the same position. Positions are grouped by two: \
32 stands for 31 and 32 pieces.";

const PHASES: &str = "\
The same for all pieces, each wherever it is on the board. The scale is logarithmic: every level line is twice the one below.";

const PROVERB: &str = "\
A proverb says 缺士怕馬，缺象怕炮: a side without advisors fears horses, a side without elephants fears cannons. The \
picture shows the mean worth of an advisor and of an elephant of a side that has both, by the rooks, horses and cannons \
of the other side, which may have soldiers too.";

const TRADES: &str = "\
In these positions the sides have as many pieces of each kind, but for those named; guards are advisors and elephants. \
Centipawns and expected points are the network's means for the side of the first column. The result is the share of points \
that this side scored in the games, with 95 % bounds.";

const CALIBRATION: &str = "\
Where the network expects 70 % of the points, the side to move should score 70 %. Each mark is a twentieth of the scale, and \
marks on the diagonal are right.";

/// The greatest length of a line of text in characters.
const LINE: usize = 118;

/// Breaks a text into lines. An item of a list is indented from its second line on.
fn wrapped(text: &str) -> String {
    let indent = if text.starts_with("- ") { "  " } else { "" };
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split(' ') {
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= LINE {
            line = format!("{line} {word}");
        } else {
            lines += &format!("{line}\n");
            line = format!("{indent}{word}");
        }
    }
    lines + &line
}

#[cfg(test)]
mod tests {
    use super::super::svg::assert_well_formed;
    use super::*;
    use crate::datagen;
    use crate::games::Played;
    use chuhe::engine::eval::nnue::Network;

    /// Returns the pages of a few games that are counted often, so that enough games have seen everything.
    fn pages() -> Pages {
        let network = Network::embedded().expect("the crate brings one");
        let played = datagen::play(&network, 6, 30, 5).expect("named openings");
        let games: Vec<Played> = (0..FEWEST_GAMES).flat_map(|_| played.clone()).collect();
        Pages::new(&Survey::of(&network, &games), "They come from a test.")
    }

    #[test]
    fn same_games_give_the_same_well_formed_pictures_and_section() {
        let [first, second] = [pages(), pages()];
        assert!(first.section == second.section);
        assert_eq!(first.pictures.len(), 9);
        for (picture, again) in first.pictures.iter().zip(&second.pictures) {
            assert!(picture.svg == again.svg, "{}", picture.name);
            assert_well_formed(&picture.svg);
            assert!(picture.alt.ends_with('.'), "{}: {}", picture.name, picture.alt);
            assert!(first.section.contains(&format!("](training/{}.svg)", picture.name)), "{}", picture.name);
        }
    }

    #[test]
    fn network_that_has_seen_no_game_gives_empty_pictures() {
        for picture in Pages::new(&Survey::default(), "They come from nowhere.").pictures {
            assert_well_formed(&picture.svg);
        }
    }

    #[test]
    fn lines_break_between_words_and_items_are_indented() {
        let word = "x".repeat(60);
        assert_eq!(wrapped(&format!("- {word} y {word}")), format!("- {word} y\n  {word}"));
        assert_eq!(wrapped("a b"), "a b");
    }
}
