//! Horse against cannon: the worth of both in the same positions, by the number of pieces on the board.

use super::chart::{Area, pieces_range, spread};
use super::mean::{GameMean, Mean};
use super::picture::{Picture, character, list, signed};
use super::survey::{FEWEST_GAMES, STAGES, Sample, pieces, stage};
use super::svg::{Svg, WIDTH};
use chuhe::rules::types::{Color, Piece, Role};

/// The distance of two level lines in centipawns.
const LEVELS: f64 = 100.0;

/// The worth of horses and cannons of sides that have both.
#[derive(Default)]
pub struct Duel {
    /// `[stage]`
    horse: [Mean; STAGES],
    /// `[stage]`
    cannon: [Mean; STAGES],
    /// `[stage]`: the worth of the horse minus that of the cannon.
    lead: [GameMean; STAGES],
}

/// A group of positions with the same number of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Group {
    pieces: f64,
    horse: f64,
    cannon: f64,
    /// The greatest distance of the true difference from the mean one, with 95 %.
    bounds: f64,
}

impl Group {
    /// Returns by how much the horse is worth more.
    fn lead(&self) -> f64 {
        self.horse - self.cannon
    }
}

impl Duel {
    /// Counts the sides of a position that have a horse and a cannon.
    pub fn add(&mut self, sample: &Sample<'_>) {
        let stage = stage(sample.board);
        for color in Color::ALL {
            let [horse, cannon] =
                [Role::Horse, Role::Cannon].map(|role| sample.mean_worth(Piece::new(color, role)));
            if let (Some(horse), Some(cannon)) = (horse, cannon) {
                self.horse[stage].add(horse);
                self.cannon[stage].add(cannon);
                self.lead[stage].add(horse - cannon);
            }
        }
    }

    /// Ends the current game.
    pub fn end_game(&mut self) {
        self.lead.iter_mut().for_each(GameMean::end_game);
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Duel) {
        self.horse.iter_mut().zip(&other.horse).for_each(|(mean, other)| mean.merge(other));
        self.cannon.iter_mut().zip(&other.cannon).for_each(|(mean, other)| mean.merge(other));
        self.lead.iter_mut().zip(&other.lead).for_each(|(mean, other)| mean.merge(other));
    }

    /// Returns the shown groups, from many pieces to few.
    fn groups(&self) -> Vec<Group> {
        let groups = (0..STAGES).rev().filter(|stage| self.lead[*stage].games() >= FEWEST_GAMES);
        let group = |stage: usize| Group {
            pieces: pieces(stage),
            horse: self.horse[stage].mean(),
            cannon: self.cannon[stage].mean(),
            bounds: self.lead[stage].bounds(),
        };
        groups.map(group).collect()
    }

    /// Draws both lines and marks where they cross.
    pub fn picture(&self) -> Picture {
        let groups = self.groups();
        let all = || groups.iter().flat_map(|group| [group.horse, group.cannon]);
        let least = (all().fold(f64::INFINITY, f64::min) / LEVELS).floor();
        let most = (all().fold(f64::NEG_INFINITY, f64::max) / LEVELS).ceil();
        let (least, most) = if least < most { (least, most) } else { (0.0, 1.0) };
        let area = Area {
            corners: [(52.0, 56.0), (WIDTH - 92.0, 320.0)],
            x: pieces_range(groups.iter().map(|group| group.pieces)),
            y: [least * LEVELS, most * LEVELS],
        };
        let mut svg = Svg::new(372.0);
        svg.text("head middle", (WIDTH / 2.0, 28.0), "Horse 馬 against cannon 炮");
        for level in 0..=(most - least) as i32 {
            let worth = (least + f64::from(level)) * LEVELS;
            area.level(&mut svg, worth, &format!("{worth:.0}"));
        }
        area.pieces_axis(&mut svg);
        let crossings = crossings(&groups);
        for crossing in &crossings {
            let [bottom, top] = area.y.map(|y| area.at(*crossing, y));
            svg.line("even", &[bottom, top]);
            svg.text("bold middle", (top.0, top.1 - 6.0), &format!("equal at {crossing:.0}"));
        }
        draw_lines(&mut svg, &area, &groups);
        let title = "Worth of a horse and of a cannon by the number of pieces".to_owned();
        Picture::new("horse-and-cannon".to_owned(), svg, title, balance(&groups))
    }

    /// Returns the finding in sentences.
    pub fn finding(&self) -> String {
        let groups = self.groups();
        let ([first, ..], [.., last]) = (&groups[..], &groups[..]) else {
            return "Too few positions have a horse and a cannon on one side.".to_owned();
        };
        let of = |group: &Group| {
            let Group { horse, cannon, .. } = group;
            format!("a horse is worth {horse:.0} and a cannon {cannon:.0} ({})", signed(group.lead()))
        };
        let ends = format!(
            "With {:.0} pieces on the board {}; with {:.0} {}.",
            first.pieces,
            of(first),
            last.pieces,
            of(last),
        );
        format!("{ends} {}", balance(&groups))
    }
}

/// Says which of the two is worth more in which part of the game.
fn balance(groups: &[Group]) -> String {
    let (first, last) = match (groups.first(), groups.last()) {
        (Some(first), Some(last)) => (first.lead(), last.lead()),
        _ => return String::new(),
    };
    let text = match crossings(groups)[..] {
        [] if first < 0.0 => "The cannon is worth more throughout".to_owned(),
        [] => "The horse is worth more throughout".to_owned(),
        [at] => {
            let [before, after] = if last > 0.0 { ["cannon", "horse"] } else { ["horse", "cannon"] };
            format!(
                "A horse and a cannon are worth the same with about {at:.0} pieces: with more the {before} is worth \
                 more, with fewer the {after}"
            )
        }
        [.., at] => {
            format!("Horse and cannon change places more than once, the last time with {at:.0} pieces")
        }
    };
    let is_equal = |group: &&Group| group.lead().abs() <= group.bounds;
    let equal: Vec<String> =
        groups.iter().filter(is_equal).map(|group| format!("{:.0}", group.pieces)).collect();
    match equal.is_empty() {
        true => format!("{text}."),
        false => format!("{text}. With {} the difference is within its 95 % bounds.", list(&equal)),
    }
}

fn draw_lines(svg: &mut Svg, area: &Area, groups: &[Group]) {
    let Some(last) = groups.last() else { return };
    let line = |worth: fn(&Group) -> f64| -> Vec<(f64, f64)> {
        groups.iter().map(|group| (group.pieces, worth(group))).collect()
    };
    area.line(svg, "line s1", &line(|group| group.cannon));
    area.line(svg, "line s2", &line(|group| group.horse));
    let ends = [last.cannon, last.horse].map(|worth| area.at(last.pieces, worth));
    let heights = spread(&ends.map(|(_, y)| y), area.corners[1].1);
    for ((role, (x, _)), y) in [Role::Cannon, Role::Horse].into_iter().zip(ends).zip(heights) {
        svg.text("", (x + 8.0, y + 4.5), &format!("{} {}", role.name(), character(role)));
    }
}

/// Returns the numbers of pieces at which horse and cannon are worth the same, on straight lines between the groups.
fn crossings(groups: &[Group]) -> Vec<f64> {
    let crossing = |pair: &[Group]| {
        let [from, to] = [pair[0].lead(), pair[1].lead()];
        let share = from / (from - to);
        ((from < 0.0) != (to < 0.0)).then(|| pair[0].pieces + share * (pair[1].pieces - pair[0].pieces))
    };
    groups.windows(2).filter_map(crossing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(leads: &[f64]) -> Duel {
        let mut duel = Duel::default();
        for (stage, lead) in (0..STAGES).rev().zip(leads) {
            for game in 0..FEWEST_GAMES {
                duel.horse[stage].add(500.0 + lead);
                duel.cannon[stage].add(500.0);
                duel.lead[stage].add(lead + if game % 2 == 0 { 10.0 } else { -10.0 });
                duel.end_game();
            }
        }
        duel
    }

    #[test]
    fn lines_cross_between_the_groups_with_other_signs() {
        assert_eq!(crossings(&duel(&[-30.0, -10.0, 10.0, 20.0]).groups()), [29.0]);
        assert_eq!(crossings(&duel(&[-30.0, -10.0]).groups()), [0.0; 0]);
        assert_eq!(crossings(&duel(&[-10.0, 10.0, -10.0]).groups()), [31.0, 29.0]);
    }

    #[test]
    fn finding_names_the_leader_of_each_part() {
        let finding = |leads: &[f64]| duel(leads).finding();
        assert!(finding(&[-30.0, 30.0]).contains("with more the cannon is worth more, with fewer the horse"));
        assert!(finding(&[30.0, -30.0]).contains("with more the horse is worth more, with fewer the cannon"));
        assert!(finding(&[-30.0, -10.0]).contains("The cannon is worth more throughout"));
        assert!(finding(&[-30.0, 30.0, -30.0]).contains("more than once"));
        assert!(finding(&[]).contains("Too few"));
    }

    #[test]
    fn finding_names_the_groups_whose_difference_is_within_its_bounds() {
        let finding = duel(&[-30.0, -1.0, 1.0, 30.0]).finding();
        assert!(finding.ends_with("With 30 and 28 the difference is within its 95 % bounds."), "{finding}");
        assert!(!duel(&[-30.0, 30.0]).finding().contains("bounds"));
    }
}
