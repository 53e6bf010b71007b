//! Tests a proverb: 缺士怕馬，缺象怕炮, a side without advisors fears horses, a side without elephants fears cannons.

use super::chart::Area;
use super::mean::{GameMean, Mean};
use super::picture::{Picture, character, count};
use super::survey::{FEWEST_GAMES, Sample};
use super::svg::{Svg, WIDTH};
use chuhe::rules::types::{Color, Piece, Role};

/// The attackers of the other side: their names, and the numbers of rooks, horses and cannons. Every row with horses
/// stands before the row with as many cannons.
const ROWS: [(&str, [u32; 3]); 8] = [
    ("horse 馬", [0, 1, 0]),
    ("cannon 炮", [0, 0, 1]),
    ("two horses", [0, 2, 0]),
    ("two cannons", [0, 0, 2]),
    ("rook, horse", [1, 1, 0]),
    ("rook, cannon", [1, 0, 1]),
    ("rook, 2 horses", [1, 2, 0]),
    ("rook, 2 cannons", [1, 0, 2]),
];
/// The distance of two level lines in centipawns.
const LEVELS: f64 = 50.0;
/// The height of a row in pixels, and the upper end of the first one.
const HEIGHT: f64 = 30.0;
const TOP: f64 = 76.0;

/// The worth of advisors and elephants of a side that has both, against the same attackers.
#[derive(Clone, Copy, Default)]
struct Row {
    advisor: Mean,
    elephant: Mean,
    /// The advisor's worth minus the elephant's.
    difference: GameMean,
}

/// The worth of advisors and elephants by the attackers of the other side, as in [`ROWS`].
#[derive(Default)]
pub struct Guards {
    rows: [Row; ROWS.len()],
}

impl Guards {
    /// Counts the sides of a position that have an advisor and an elephant.
    pub fn add(&mut self, sample: &Sample<'_>) {
        for color in Color::ALL {
            let attackers =
                [Role::Rook, Role::Horse, Role::Cannon].map(|role| sample.board.of(!color, role).count());
            let Some(row) = ROWS.iter().position(|(_, numbers)| *numbers == attackers) else { continue };
            let [advisor, elephant] =
                [Role::Advisor, Role::Elephant].map(|role| sample.mean_worth(Piece::new(color, role)));
            if let (Some(advisor), Some(elephant)) = (advisor, elephant) {
                let row = &mut self.rows[row];
                row.advisor.add(advisor);
                row.elephant.add(elephant);
                row.difference.add(advisor - elephant);
            }
        }
    }

    /// Ends the current game.
    pub fn end_game(&mut self) {
        self.rows.iter_mut().for_each(|row| row.difference.end_game());
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Guards) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            row.advisor.merge(&other.advisor);
            row.elephant.merge(&other.elephant);
            row.difference.merge(&other.difference);
        }
    }

    /// Draws both guards in each row.
    pub fn picture(&self) -> Picture {
        let most =
            self.rows.iter().flat_map(|row| [row.advisor.mean(), row.elephant.mean()]).fold(1.0, f64::max);
        let levels = (most / LEVELS).ceil();
        let bottom = TOP + HEIGHT * ROWS.len() as f64;
        let area = Area {
            corners: [(128.0, TOP), (WIDTH - 24.0, bottom)],
            x: [0.0, levels * LEVELS],
            y: [ROWS.len() as f64, 0.0],
        };
        let mut svg = Svg::new(bottom + 52.0);
        svg.text("head middle", (WIDTH / 2.0, 28.0), "Advisor 士 and elephant 象 by attackers");
        draw_key(&mut svg);
        for level in 0..=levels as i32 {
            let worth = f64::from(level) * LEVELS;
            let [top, bottom] = [0.0, ROWS.len() as f64].map(|y| area.at(worth, y));
            svg.line("grid", &[top, bottom]);
            svg.text("note middle", (bottom.0, bottom.1 + 18.0), &format!("{worth:.0}"));
        }
        svg.text("note middle", (WIDTH / 2.0, bottom + 40.0), "worth in centipawns");
        for (index, (row, (name, _))) in self.rows.iter().zip(ROWS).enumerate() {
            let y = index as f64 + 0.5;
            let height = area.at(0.0, y).1;
            svg.text("end", (116.0, height + 4.5), name);
            let [advisor, elephant] = [&row.advisor, &row.elephant].map(|mean| area.at(mean.mean(), y));
            if row.difference.games() >= FEWEST_GAMES {
                svg.line("axis", &[advisor, elephant]);
                svg.circle("f4", advisor, 5.0);
                draw_square(&mut svg, elephant);
            }
            if index % 2 == 1 && index + 1 < ROWS.len() {
                let edge = TOP + HEIGHT * (index + 1) as f64;
                svg.line("axis", &[(16.0, edge), (WIDTH - 16.0, edge)]);
            }
        }
        let title = "Worth of an advisor and of an elephant by the attackers of the other side".to_owned();
        Picture::new("advisor-and-elephant".to_owned(), svg, title, self.alt())
    }

    /// Returns the numbers of the picture in words.
    fn alt(&self) -> String {
        let row = |(row, (name, _)): (&Row, (&str, _))| {
            format!("against {name}: advisor {:.0}, elephant {:.0}", row.advisor.mean(), row.elephant.mean())
        };
        let rows: Vec<String> = self.rows.iter().zip(ROWS).map(row).collect();
        format!("Mean worth {}.", rows.join("; "))
    }

    /// Returns what the network says about the proverb.
    pub fn finding(&self) -> String {
        let pairs: Vec<(&Row, &Row)> = self.rows.chunks_exact(2).map(|pair| (&pair[0], &pair[1])).collect();
        let of = pairs.len();
        let counted = |holds: &dyn Fn(&Row, &Row) -> bool| pairs.iter().filter(|(a, b)| holds(a, b)).count();
        let agreeing = counted(&|horses, cannons| leans(horses, cannons) > 0);
        let against = counted(&|horses, cannons| leans(horses, cannons) < 0);
        let verdict = match (agreeing, against) {
            (0, 0) => "the network sees no difference",
            (_, 0) => "the network agrees with the proverb",
            (0, _) => "the network disagrees with the proverb",
            _ => "the network is of two minds",
        };
        let advisors = counted(&|horses, cannons| horses.advisor.mean() > cannons.advisor.mean());
        let elephants = counted(&|horses, cannons| cannons.elephant.mean() > horses.elephant.mean());
        let positions: u64 = self.rows.iter().map(|row| row.difference.count()).sum();
        format!(
            "Compared with an elephant of its side, an advisor is worth more against horses than against as many \
             cannons in {agreeing} of {of} comparisons, and less in {against}: {verdict}. Taken alone, an advisor is worth more \
             against the horses in {advisors} of {of} comparisons, and an elephant is worth more against the cannons \
             in {elephants} of {of}. ({} positions.)",
            count(positions),
        )
    }
}

/// Returns 1 if the advisor gains on the elephant when horses replace cannons, -1 if it loses, 0 if the difference is
/// within its 95 % bounds.
fn leans(horses: &Row, cannons: &Row) -> i32 {
    let difference = horses.difference.mean() - cannons.difference.mean();
    let bounds = horses.difference.bounds().hypot(cannons.difference.bounds());
    match difference.abs() > bounds {
        true => difference.signum() as i32,
        false => 0,
    }
}

fn draw_key(svg: &mut Svg) {
    svg.circle("f4", (110.0, 54.0), 5.0);
    svg.text("", (124.0, 58.5), &format!("advisor {}", character(Role::Advisor)));
    draw_square(svg, (222.0, 54.0));
    svg.text("", (236.0, 58.5), &format!("elephant {}", character(Role::Elephant)));
}

fn draw_square(svg: &mut Svg, (x, y): (f64, f64)) {
    svg.rect("frame", (x - 7.5, y - 7.5), (15.0, 15.0), 0.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows in which the advisor is worth so much more than the elephant.
    fn guards(differences: [f64; ROWS.len()]) -> Guards {
        let mut guards = Guards::default();
        for (row, difference) in guards.rows.iter_mut().zip(differences) {
            for noise in [-1.0, 1.0].repeat(50) {
                row.advisor.add(100.0 + difference);
                row.elephant.add(100.0);
                row.difference.add(difference + noise);
                row.difference.end_game();
            }
        }
        guards
    }

    #[test]
    fn proverb_holds_when_the_advisor_gains_against_horses_in_every_pair() {
        let finding = guards([20.0, 0.0, 0.0, -20.0, 30.0, 10.0, 5.0, -5.0]).finding();
        assert!(finding.contains("in 4 of 4 comparisons, and less in 0: the network agrees"), "{finding}");
        let finding = guards([0.0, 20.0, -20.0, 0.0, 10.0, 30.0, -5.0, 5.0]).finding();
        assert!(finding.contains("in 0 of 4 comparisons, and less in 4: the network disagrees"), "{finding}");
    }

    #[test]
    fn differences_within_their_bounds_do_not_count() {
        let finding = guards([0.1, 0.0, 20.0, 0.0, 0.0, 20.0, 0.0, 0.1]).finding();
        assert!(
            finding.contains("in 1 of 4 comparisons, and less in 1: the network is of two minds"),
            "{finding}"
        );
        assert!(Guards::default().finding().contains("the network sees no difference"));
    }
}
