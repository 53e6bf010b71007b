//! The worth of a piece by the point where it stands.
//!
//! A piece is compared with the others of its role at the same number of pieces on the board. Otherwise points where
//! pieces stand late in games would look good, as all pieces are worth more then.

use super::mean::Mean;
use super::picture::{Picture, capitalised, character, list, name, signed};
use super::survey::{FEWEST_GAMES, STAGES, Sample, stage};
use super::svg::{Svg, WIDTH};
use chuhe::rules::attacks;
use chuhe::rules::types::{Color, POINTS, Piece, Role, Square};

/// The boards, each with the roles on it.
const BOARDS: [(&str, &[Role]); 5] = [
    ("rook", &[Role::Rook]),
    ("horse", &[Role::Horse]),
    ("cannon", &[Role::Cannon]),
    ("soldier", &[Role::Soldier]),
    ("guards", &[Role::Advisor, Role::Elephant]),
];
/// The classes of the colours, from less to more.
const COLORS: [&str; 7] = ["m3", "m2", "m1", "z0", "p1", "p2", "p3"];
/// The steps of a colour in centipawns from which the smallest that fits is chosen.
const STEPS: [f64; 9] = [1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 50.0, 100.0, 200.0];
/// The distance of neighbouring points of a drawn board, in pixels, and the margins beside and above it.
const PITCH: f64 = 40.0;
const LEFT: f64 = (WIDTH - 8.0 * PITCH) / 2.0;
const TOP: f64 = 68.0;

/// The counts of a role on a point.
#[derive(Clone, Copy, Default)]
struct Cell {
    worth: Mean,
    /// `[stage]`
    stages: [u32; STAGES],
    /// Number of ended games that had the piece there.
    games: u64,
    is_in_game: bool,
}

/// The worth of each role on each point. Both sides count together, seen from their own side of the board, and so do
/// both wings: only files a to e are used.
pub struct Places {
    /// `[role][point]`
    cells: Vec<[Cell; POINTS]>,
    /// `[role][stage]`
    stages: [[Mean; STAGES]; Role::NUM],
}

/// A point that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shown {
    square: Square,
    /// Centipawns above the mean of the role at the same number of pieces.
    difference: f64,
}

impl Default for Places {
    fn default() -> Places {
        Places { cells: vec![[Cell::default(); POINTS]; Role::NUM], stages: Default::default() }
    }
}

impl Places {
    /// Counts the pieces of a position.
    pub fn add(&mut self, sample: &Sample<'_>) {
        let stage = stage(sample.board);
        for worth in &sample.worths {
            let role = worth.piece.role().index();
            let cell = &mut self.cells[role][seen(worth.piece.color(), worth.square).index()];
            cell.worth.add(worth.centipawns.into());
            cell.stages[stage] += 1;
            cell.is_in_game = true;
            self.stages[role][stage].add(worth.centipawns.into());
        }
    }

    /// Ends the current game.
    pub fn end_game(&mut self) {
        for cell in self.cells.iter_mut().flatten() {
            cell.games += u64::from(std::mem::take(&mut cell.is_in_game));
        }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Places) {
        for (cell, other) in self.cells.iter_mut().flatten().zip(other.cells.iter().flatten()) {
            cell.worth.merge(&other.worth);
            cell.stages.iter_mut().zip(other.stages).for_each(|(count, other)| *count += other);
            cell.games += other.games;
        }
        for (mean, other) in self.stages.iter_mut().flatten().zip(other.stages.iter().flatten()) {
            mean.merge(other);
        }
    }

    /// Returns the mean worth of a role in centipawns.
    fn mean(&self, role: Role) -> f64 {
        let mut all = Mean::default();
        self.stages[role.index()].iter().for_each(|mean| all.merge(mean));
        all.mean()
    }

    /// Returns the points of files a to e where a role can stand and enough games had it.
    fn shown(&self, role: Role) -> Vec<Shown> {
        let places = attacks::points(Piece::new(Color::Red, role));
        let wing = places.into_iter().filter(|square| square.file() <= 4);
        let shown = |square: Square| {
            let cell = &self.cells[role.index()][square.index()];
            let expected: f64 = (cell.stages.iter().zip(&self.stages[role.index()]))
                .map(|(count, mean)| f64::from(*count) * mean.mean())
                .sum();
            let difference = (cell.worth.sum() - expected) / cell.worth.count().max(1) as f64;
            (cell.games >= FEWEST_GAMES).then_some(Shown { square, difference })
        };
        wing.filter_map(shown).collect()
    }

    /// Draws the boards.
    pub fn pictures(&self) -> Vec<Picture> {
        BOARDS.iter().map(|(name, roles)| self.picture(name, roles)).collect()
    }

    fn picture(&self, file: &str, roles: &[Role]) -> Picture {
        let ranks = if roles.contains(&Role::Advisor) { 5 } else { 10 };
        let bottom = TOP + f64::from(ranks - 1) * PITCH;
        let mut svg = Svg::new(bottom + 112.0);
        let titles: Vec<String> = roles.iter().map(|role| self.title(*role)).collect();
        let title = capitalised(&format!("{} on average", titles.join(", ")));
        svg.text("head middle", (WIDTH / 2.0, 28.0), &title);
        draw_board(&mut svg, ranks, bottom);
        let shown: Vec<(Role, Vec<Shown>)> = roles.iter().map(|role| (*role, self.shown(*role))).collect();
        let step = step(shown.iter().flat_map(|(_, shown)| shown).map(|shown| shown.difference));
        for (role, points) in &shown {
            for point in points {
                self.draw_point(&mut svg, *role, point, step, bottom);
            }
        }
        draw_legend(&mut svg, step, bottom);
        let names: Vec<&str> = roles.iter().map(|role| role.name()).collect();
        let title = format!("Worth of the {} by point", names.join(" and the "));
        let alt: Vec<String> =
            shown.iter().filter_map(|(role, points)| self.extremes(*role, points)).collect();
        Picture::new(format!("worth-{file}"), svg, title, alt.join(" "))
    }

    fn title(&self, role: Role) -> String {
        format!("{} {} {:.0}", role.name(), character(role), self.mean(role))
    }

    fn draw_point(&self, svg: &mut Svg, role: Role, point: &Shown, step: f64, bottom: f64) {
        let level = (point.difference / step).round().clamp(-3.0, 3.0);
        let class = COLORS[(level + 3.0) as usize];
        let worth = format!("{:.0}", self.mean(role) + point.difference);
        let mut squares = vec![point.square, point.square.mirror_files()];
        squares.dedup();
        for square in squares {
            let x = LEFT + f64::from(square.file()) * PITCH;
            let y = bottom - f64::from(square.rank()) * PITCH;
            let is_home = is_home(role, square);
            match role {
                Role::Elephant => {
                    svg.rect(class, (x - 17.0, y - 15.0), (34.0, 30.0), 3.0);
                    if is_home {
                        svg.rect("home", (x - 17.0, y - 15.0), (34.0, 30.0), 3.0);
                    }
                }
                _ => {
                    svg.circle(class, (x, y), 18.0);
                    if is_home {
                        svg.circle("home", (x, y), 18.0);
                    }
                }
            }
            svg.text("middle", (x, y + 4.5), &worth);
        }
    }

    /// Returns a sentence about the best and the worst points of a role; `None` if no point is shown.
    fn extremes(&self, role: Role, points: &[Shown]) -> Option<String> {
        let [least, most] = extremes(points)?;
        let of = |point: &Shown| {
            let worth = self.mean(role) + point.difference;
            format!("{} ({worth:.0})", both(point.square))
        };
        let (name, least, most) = (role.name(), of(&least), of(&most));
        Some(format!("The {name} is worth most on {most} and least on {least}."))
    }

    /// Returns the sentences of the document about each role.
    pub fn findings(&self) -> Vec<String> {
        let roles = BOARDS.iter().flat_map(|(_, roles)| roles.iter().copied());
        roles.filter_map(|role| self.finding(role)).collect()
    }

    fn finding(&self, role: Role) -> Option<String> {
        let mut points = self.shown(role);
        points.sort_by(|a, b| b.difference.total_cmp(&a.difference));
        let of = |point: &Shown| format!("{} ({})", both(point.square), signed(point.difference));
        let count = if role.can_cross_river() { 3 } else { 1 };
        if points.len() < 2 * count {
            return None;
        }
        let best: Vec<String> = points.iter().take(count).map(of).collect();
        let worst: Vec<String> = points.iter().rev().take(count).map(of).collect();
        let (name, mean) = (name(role), self.mean(role));
        Some(format!("**{name}**, {mean:.0} on average: best on {}; worst on {}.", list(&best), list(&worst)))
    }
}

/// Returns the point of files a to e as a side sees it.
fn seen(color: Color, square: Square) -> Square {
    let square = if color == Color::Red { square } else { square.flip_ranks() };
    if square.file() > 4 { square.mirror_files() } else { square }
}

/// Names a point together with its mirror image.
fn both(square: Square) -> String {
    let mirrored = square.mirror_files();
    if mirrored == square { square.to_string() } else { format!("{square}/{mirrored}") }
}

fn extremes(points: &[Shown]) -> Option<[Shown; 2]> {
    let least = points.iter().min_by(|a, b| a.difference.total_cmp(&b.difference))?;
    let most = points.iter().max_by(|a, b| a.difference.total_cmp(&b.difference))?;
    Some([*least, *most])
}

/// Returns true for the points where Red's pieces of a role start.
fn is_home(role: Role, square: Square) -> bool {
    chuhe::rules::fen::start().piece_at(square) == Some(Piece::new(Color::Red, role))
}

/// Returns the step of the colours with which nine in ten differences do not exceed the last colour.
fn step(differences: impl Iterator<Item = f64>) -> f64 {
    let mut sizes: Vec<f64> = differences.map(f64::abs).collect();
    sizes.sort_by(f64::total_cmp);
    let size = sizes.get(sizes.len() * 9 / 10).copied().unwrap_or_default();
    let fits = |step: &f64| size <= 3.5 * step;
    STEPS.into_iter().find(fits).unwrap_or(STEPS[STEPS.len() - 1])
}

/// Draws the lines of the lower `ranks` of a board, with palaces and names of files and ranks.
fn draw_board(svg: &mut Svg, ranks: i32, bottom: f64) {
    let at = |file: i32, rank: i32| (LEFT + f64::from(file) * PITCH, bottom - f64::from(rank) * PITCH);
    for rank in 0..ranks {
        svg.line("board", &[at(0, rank), at(8, rank)]);
        svg.text("note middle", (12.0, at(0, rank).1 + 4.0), &rank.to_string());
    }
    for file in 0..9 {
        match (file, ranks) {
            (0 | 8, 10) => svg.line("board", &[at(file, 0), at(file, 9)]),
            (_, 10) => {
                svg.line("board", &[at(file, 0), at(file, 4)]);
                svg.line("board", &[at(file, 5), at(file, 9)]);
            }
            _ => svg.line("board", &[at(file, 0), at(file, ranks - 1)]),
        }
        let letter = char::from(b'a' + file as u8).to_string();
        svg.text("note middle", (at(file, 0).0, bottom + 36.0), &letter);
    }
    for rank in [0, 7].into_iter().filter(|rank| *rank < ranks) {
        svg.line("board", &[at(3, rank), at(5, rank + 2)]);
        svg.line("board", &[at(5, rank), at(3, rank + 2)]);
    }
}

fn draw_legend(svg: &mut Svg, step: f64, bottom: f64) {
    let y = bottom + 56.0;
    for (index, class) in COLORS.iter().enumerate() {
        let x = LEFT + index as f64 * 8.0 * PITCH / 7.0;
        svg.rect(class, (x, y), (8.0 * PITCH / 7.0, 22.0), 0.0);
        let difference = step * (index as f64 - 3.0);
        svg.text("middle", (x + 4.0 * PITCH / 7.0, y + 16.0), &signed(difference));
    }
    svg.text(
        "note middle",
        (WIDTH / 2.0, y + 42.0),
        "against the same piece elsewhere; ring: where it starts",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Square {
        name.parse().expect("a point")
    }

    /// Counts a horse on a point in each of `games` games.
    fn count(places: &mut Places, name: &str, stage: usize, worth: f64, games: u64) {
        let role = Role::Horse.index();
        for _ in 0..games {
            let cell = &mut places.cells[role][at(name).index()];
            cell.worth.add(worth);
            cell.stages[stage] += 1;
            cell.is_in_game = true;
            places.stages[role][stage].add(worth);
            places.end_game();
        }
    }

    #[test]
    fn points_are_seen_from_the_own_side_with_the_wings_together() {
        assert_eq!(seen(Color::Red, at("g2")), at("c2"));
        assert_eq!(seen(Color::Black, at("g7")), at("c2"));
        assert_eq!((both(at("c2")), both(at("e4"))), ("c2/g2".to_owned(), "e4".to_owned()));
    }

    #[test]
    fn piece_is_compared_with_its_like_at_the_same_number_of_pieces() {
        let mut places = Places::default();
        count(&mut places, "b0", 16, 300.0, 100);
        count(&mut places, "c2", 16, 400.0, 100);
        // Later in the game both are worth more, but the horse on d6 no more than its like.
        count(&mut places, "d6", 6, 600.0, 100);
        let shown = places.shown(Role::Horse);
        let difference =
            |name: &str| shown.iter().find(|shown| shown.square == at(name)).map(|it| it.difference);
        assert_eq!(["b0", "c2", "d6"].map(difference), [Some(-50.0), Some(50.0), Some(0.0)]);
    }

    #[test]
    fn point_of_few_games_is_left_out() {
        let mut places = Places::default();
        count(&mut places, "b0", 16, 300.0, FEWEST_GAMES);
        count(&mut places, "c2", 16, 300.0, FEWEST_GAMES - 1);
        assert_eq!(places.shown(Role::Horse).len(), 1);
    }

    #[test]
    fn step_of_the_colours_fits_nine_in_ten_differences() {
        assert_eq!(step([].into_iter()), STEPS[0]);
        assert_eq!(step((0..100).map(f64::from)), 30.0);
        assert_eq!(step([1e6].into_iter()), STEPS[STEPS.len() - 1]);
    }
}
