//! The worth of pieces by the number of pieces on the board.

use super::chart::{Area, pieces_range, spread};
use super::mean::GameMean;
use super::picture::{Picture, character, count, list};
use super::survey::{FEWEST_GAMES, STAGES, Sample, pieces, stage};
use super::svg::{Svg, WIDTH};
use chuhe::rules::types::Role;

/// A line of the chart.
struct Line {
    /// The text at its end, before the character.
    label: &'static str,
    name: &'static str,
    role: Role,
    /// The class of its colour.
    class: &'static str,
}

const fn line(label: &'static str, name: &'static str, role: Role, class: &'static str) -> Line {
    Line { label, name, role, class }
}

const LINES: [Line; 7] = [
    line("rook", "rook", Role::Rook, "s0"),
    line("cannon", "cannon", Role::Cannon, "s1"),
    line("horse", "horse", Role::Horse, "s2"),
    line("crossed", "soldier across the river", Role::Soldier, "s3"),
    line("advisor", "advisor", Role::Advisor, "s4"),
    line("elephant", "elephant", Role::Elephant, "s5"),
    line("at home", "soldier before the river", Role::Soldier, "s6"),
];
/// The line of soldiers that have not crossed the river.
const AT_HOME: usize = 6;
/// The line of soldiers that have.
const CROSSED: usize = 3;

/// The worth of each kind of piece by number of pieces.
#[derive(Default)]
pub struct Phases {
    /// `[line][stage]`
    means: [[GameMean; STAGES]; LINES.len()],
}

impl Phases {
    /// Counts the pieces of a position.
    pub fn add(&mut self, sample: &Sample<'_>) {
        let stage = stage(sample.board);
        for worth in &sample.worths {
            let role = worth.piece.role();
            let line = match role {
                Role::Soldier if worth.square.across_river(worth.piece.color()) => CROSSED,
                Role::Soldier => AT_HOME,
                _ => LINES.iter().position(|line| line.role == role).unwrap_or(AT_HOME),
            };
            self.means[line][stage].add(worth.centipawns.into());
        }
    }

    /// Ends the current game.
    pub fn end_game(&mut self) {
        self.means.iter_mut().flatten().for_each(GameMean::end_game);
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Phases) {
        for (mean, other) in self.means.iter_mut().flatten().zip(other.means.iter().flatten()) {
            mean.merge(other);
        }
    }

    /// Returns the mean worth of a line in centipawns.
    fn mean(&self, line: usize) -> f64 {
        let mut all = GameMean::default();
        self.means[line].iter().for_each(|mean| all.merge(mean));
        all.mean()
    }

    /// Returns the shown groups of a line with their mean worth, from many pieces to few.
    fn shown(&self, line: usize) -> Vec<(usize, f64)> {
        let groups = self.means[line].iter().enumerate().rev();
        groups
            .filter(|(_, mean)| mean.games() >= FEWEST_GAMES)
            .map(|(stage, mean)| (stage, mean.mean()))
            .collect()
    }

    /// Draws the lines. The scale is logarithmic, as a rook is worth thirty times a soldier.
    pub fn picture(&self) -> Picture {
        let lines: Vec<Vec<(usize, f64)>> = (0..LINES.len()).map(|line| self.shown(line)).collect();
        let all = || lines.iter().flatten();
        let log = |worth: f64| worth.max(1.0).log2();
        let least = all().map(|(_, worth)| log(*worth)).fold(f64::INFINITY, f64::min);
        let most = all().map(|(_, worth)| log(*worth)).fold(f64::NEG_INFINITY, f64::max);
        // The levels are 25, 50, 100 and so on.
        let level = |log: f64| (log - 25f64.log2()).floor();
        let (first, last) = if least <= most { (level(least), level(most) + 1.0) } else { (0.0, 1.0) };
        let power = |level: f64| 25f64.log2() + level;
        let area = Area {
            corners: [(52.0, 56.0), (WIDTH - 100.0, 400.0)],
            x: pieces_range(all().map(|(stage, _)| pieces(*stage))),
            y: [power(first), power(last)],
        };
        let mut svg = Svg::new(452.0);
        svg.text("head middle", (WIDTH / 2.0, 28.0), "Worth as the board empties");
        for step in 0..=(last - first) as i32 {
            let log = power(first + f64::from(step));
            area.level(&mut svg, log, &format!("{:.0}", log.exp2()));
        }
        area.pieces_axis(&mut svg);
        draw_lines(&mut svg, &area, &lines);
        let alt = self.finding();
        Picture::new(
            "worth-by-pieces".to_owned(),
            svg,
            "Worth of each piece by the number of pieces".to_owned(),
            alt,
        )
    }

    /// Returns a sentence about the worth at both ends of each line.
    pub fn finding(&self) -> String {
        let line = |line: usize| {
            let shown = self.shown(line);
            let [(first, most), .., (last, fewest)] = shown[..] else { return None };
            let name = LINES[line].name;
            Some(format!("{name} from {most:.0} ({} pieces) to {fewest:.0} ({})", 2 * first, 2 * last))
        };
        let texts: Vec<String> = (0..LINES.len()).filter_map(line).collect();
        format!("Mean worth from a full board to a nearly empty one: {}.", list(&texts))
    }

    /// Returns a sentence about soldiers before and after the river.
    pub fn soldiers(&self) -> String {
        let (home, crossed) = (self.mean(AT_HOME), self.mean(CROSSED));
        let times = if home > 0.0 { format!(", {:.1} times as much", crossed / home) } else { String::new() };
        format!(
            "A soldier before the river is worth {}, one across it {}{times}.",
            whole(home),
            whole(crossed)
        )
    }
}

fn whole(worth: f64) -> String {
    count(worth.round().max(0.0) as u64)
}

fn draw_lines(svg: &mut Svg, area: &Area, lines: &[Vec<(usize, f64)>]) {
    let place = |(stage, worth): &(usize, f64)| (pieces(*stage), worth.max(1.0).log2());
    let ends: Vec<(usize, (f64, f64))> = (lines.iter().enumerate())
        .filter_map(|(line, points)| points.last().map(|last| (line, place(last))))
        .collect();
    for (points, Line { class, .. }) in lines.iter().zip(LINES) {
        let points: Vec<(f64, f64)> = points.iter().map(place).collect();
        area.line(svg, &format!("line {class}"), &points);
    }
    let wished: Vec<f64> = ends.iter().map(|(_, (x, y))| area.at(*x, *y).1).collect();
    let bottom = area.corners[1].1;
    for ((line, (x, y)), height) in ends.iter().zip(spread(&wished, bottom)) {
        let Line { label, role, class, .. } = LINES[*line];
        let (end, edge) = (area.at(*x, *y), area.corners[1].0 + 14.0);
        svg.line(&format!("line {class}"), &[end, (edge, height)]);
        svg.text("", (edge + 4.0, height + 4.5), &format!("{label} {}", character(role)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn group_of_few_games_is_left_out_and_groups_come_from_many_pieces_to_few() {
        let mut phases = Phases::default();
        for (stage, games) in [(16, FEWEST_GAMES), (4, FEWEST_GAMES), (3, FEWEST_GAMES - 1)] {
            for _ in 0..games {
                phases.means[0][stage].add(1000.0 + stage as f64);
                phases.end_game();
            }
        }
        assert_eq!(phases.shown(0), [(16, 1016.0), (4, 1004.0)]);
        assert!(phases.finding().contains("rook from 1016 (32 pieces) to 1004 (8)"), "{}", phases.finding());
    }
}
