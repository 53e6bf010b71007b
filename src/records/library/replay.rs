//! Replays games fast, on a board of 90 bytes, and counts the points that differ from a pattern.

use super::kept::Kept;
use super::pattern::{Code, Material, Pattern, code_of};
use super::{Id, Library};
use chuhe_rules::board::Board;
use chuhe_rules::types::{Color, Move, POINTS, Square};

/// The codes of all points during the replay of a game.
#[derive(Clone)]
struct Points([Code; POINTS]);

impl Points {
    fn of(board: &Board) -> Points {
        let mut points = [0; POINTS];
        for (square, piece) in board.pieces() {
            points[square.index()] = code_of(Some(piece));
        }
        Points(points)
    }
}

/// One orientation of a pattern: the codes that each point may hold.
struct Wanted {
    /// The allowed codes of each point, one bit for each code.
    masks: [u16; POINTS],
    /// The number of points that do not match.
    wrong: u8,
}

impl Wanted {
    fn new(pattern: &Pattern, is_mirrored: bool) -> Wanted {
        let mut masks = [0; POINTS];
        for square in Square::all() {
            let from = if is_mirrored { square.mirror_files() } else { square };
            masks[square.index()] = pattern.mask(from);
        }
        Wanted { masks, wrong: 0 }
    }

    fn is_wrong(&self, at: usize, code: Code) -> u8 {
        u8::from(self.masks[at] >> code & 1 == 0)
    }

    fn begin(&mut self, points: &Points) {
        self.wrong = (0..POINTS).map(|at| self.is_wrong(at, points.0[at])).sum();
    }

    /// Updates the number of wrong points after the code of a point has changed.
    #[inline]
    fn change(&mut self, at: usize, before: Code, after: Code) {
        self.wrong = self.wrong + self.is_wrong(at, after) - self.is_wrong(at, before);
    }
}

/// Searches for a pattern in one game after another.
pub(crate) struct Finder {
    /// The pattern, and its mirror image if the image may match and differs from the pattern.
    ways: Vec<Wanted>,
    turn: Option<Color>,
    material: Option<Material>,
    usual: Board,
}

/// The first match of a pattern in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hit {
    /// The number of plies from the start to the match.
    pub ply: usize,
    pub is_mirrored: bool,
    /// The move played in the matched position.
    pub next: Option<Move>,
}

impl Finder {
    pub fn new(pattern: &Pattern) -> Finder {
        let mut ways = vec![Wanted::new(pattern, false), Wanted::new(pattern, true)];
        if !pattern.is_mirrored || ways[0].masks == ways[1].masks {
            ways.truncate(1);
        }
        let usual = chuhe_rules::fen::start();
        Finder { ways, turn: pattern.turn, material: pattern.material, usual }
    }

    /// Returns the first position of a game that matches the pattern.
    pub fn first(&mut self, game: Kept<'_>) -> Option<Hit> {
        let board = match game.start() {
            None => self.usual.clone(),
            Some(_) => game.start_board()?,
        };
        let mut points = Points::of(&board);
        let mut turn = board.turn();
        let mut count = self.material.map(|_| Material::of(&board));
        for way in &mut self.ways {
            way.begin(&points);
        }
        let mut moves = game.moves();
        for ply in 0.. {
            let next = moves.next();
            let fits = self.turn.is_none_or(|wanted| wanted == turn) && count == self.material;
            if let Some(way) = self.ways.iter().position(|way| way.wrong == 0).filter(|_| fits) {
                return Some(Hit { ply, is_mirrored: way == 1, next });
            }
            let mv = next?;
            let (from, to) = (mv.from().index(), mv.to().index());
            let (piece, captured) = (points.0[from], points.0[to]);
            for way in &mut self.ways {
                way.change(from, piece, 0);
                way.change(to, captured, piece);
            }
            if let Some(count) = count.as_mut().filter(|_| captured != 0) {
                count.capture(captured);
            }
            (points.0[from], points.0[to]) = (0, piece);
            turn = !turn;
        }
        None
    }
}

impl Library {
    /// Returns the games with a position that matches the pattern, each with the ply of its first match.
    pub fn find(&self, pattern: &Pattern, ids: impl IntoIterator<Item = Id>) -> Vec<(Id, usize)> {
        let mut finder = Finder::new(pattern);
        self.games(ids).filter_map(|(id, game)| Some((id, finder.first(game)?.ply))).collect()
    }
}
