//! Writes the engine's answers in the words of each protocol.

use chuhe::engine::score::{Score, is_decided};
use chuhe::engine::session::{Info, ReportLine};
use chuhe::engine::tt::{Bound, TtEntry};
use chuhe::engine::wdl::Chances;
use chuhe::rules::board::Board;
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::types::{Move, Square};
use std::fmt::Write;

/// UCCI's score of an immediate mate, since UCCI has no word for mates. Each ply to the mate takes off a point.
const UCCI_MATE: i32 = 10_000;
/// UCCI's score of a win by the rules of repetition: more than any evaluation, less than any mate.
const UCCI_RULED: i32 = 9_000;
/// Centipawns of a horse or a cannon: UCCI counts either as 100.
const UCCI_MINOR: i32 = 420;

/// The protocol of the answers: UCI until the command `ucci` arrives.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
}

impl Dialect {
    /// Returns a line meant only for people to read.
    pub fn message(self, text: &str) -> String {
        match self {
            Dialect::Uci => format!("info string {text}"),
            Dialect::Ucci => format!("info message {text}"),
        }
    }

    /// Returns the line that reports a search's result so far; in UCI with the chances if they are requested. UCCI
    /// has no word for several lines. Only with several lines does UCI's `multipv` number them in UCCI, whose
    /// programs read a lone line in other ways.
    pub fn info(self, info: &Info, base: RankBase, shows_wdl: bool, is_one_of_many: bool) -> String {
        let ReportLine { score, bound, depth, pv } = &info.line;
        let millis = info.time.as_millis();
        let mut text = format!("info depth {depth}");
        if self == Dialect::Uci {
            let speed = u128::from(info.nodes) * 1000 / millis.max(1);
            let wdl = if shows_wdl { wdl(*score) } else { String::new() };
            let (score, bound) = (uci(*score), suffix(*bound));
            let _ = write!(text, " seldepth {} multipv {}", info.seldepth, info.multipv);
            let _ = write!(text, " score {score}{bound}{wdl} nodes {} nps {speed}", info.nodes);
            let _ = write!(text, " hashfull {} tbhits {} time {millis}", info.hashfull, info.solved);
        } else {
            if is_one_of_many {
                let _ = write!(text, " multipv {}", info.multipv);
            }
            let _ = write!(text, " score {} time {millis} nodes {}", ucci(*score), info.nodes);
        }
        if !pv.is_empty() {
            let _ = write!(text, " pv {}", moves(pv, base));
        }
        text
    }

    /// Returns the line that reports the current root move. `number` counts from 1.
    pub fn current_move(self, depth: i32, mv: Move, number: usize, base: RankBase) -> String {
        let mv = base.write(mv);
        match self {
            Dialect::Uci => format!("info depth {depth} currmove {mv} currmovenumber {number}"),
            Dialect::Ucci => format!("info currmove {mv}"),
        }
    }

    /// Returns the line with the result of a search. `declared` is the word that UCCI adds to a move, such as `draw`.
    pub fn best_move(self, found: &Found, base: RankBase, declared: Option<&str>) -> String {
        let Some(best) = found.best else {
            return match self {
                Dialect::Uci => "bestmove (none)".to_owned(),
                Dialect::Ucci => self.no_move().to_owned(),
            };
        };
        let mut text = format!("bestmove {}", base.write(best));
        if let Some(ponder) = found.ponder {
            let _ = write!(text, " ponder {}", base.write(ponder));
        }
        if let Some(word) = declared.filter(|_| self == Dialect::Ucci) {
            let _ = write!(text, " {word}");
        }
        text
    }

    /// Returns the answer to an invalid `go`, since a program always waits for an answer.
    pub fn no_move(self) -> &'static str {
        match self {
            Dialect::Uci => "bestmove 0000",
            Dialect::Ucci => "nobestmove",
        }
    }
}

/// Returns the answer to UCCI's `probe`.
pub fn pop_hash(entry: Option<TtEntry>, base: RankBase) -> String {
    let mut text = "pophash".to_owned();
    let Some(entry) = entry else { return text };
    if let Some(mv) = entry.mv {
        let _ = write!(text, " bestmove {}", base.write(mv));
    }
    let (value, depth) = (ucci(Score::from(entry.value)), entry.depth);
    if matches!(entry.bound, Bound::Lower | Bound::Exact) {
        let _ = write!(text, " lowerbound {value} depth {depth}");
    }
    if matches!(entry.bound, Bound::Upper | Bound::Exact) {
        let _ = write!(text, " upperbound {value} depth {depth}");
    }
    text
}

/// The moves of a search's answer.
pub struct Found {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
}

fn suffix(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    }
}

fn wdl(score: Score) -> String {
    let Chances { win, draw, loss } = Chances::from(score);
    format!(" wdl {win} {draw} {loss}")
}

fn moves(moves: &[Move], base: RankBase) -> String {
    moves.iter().map(|mv| base.write(*mv)).collect::<Vec<_>>().join(" ")
}

/// Writes a score for UCI, which counts mates in moves of the mating side.
fn uci(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(plies) => format!("mate {}", (plies.abs() + 1) / 2 * plies.signum()),
    }
}

fn ucci(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) if is_decided(value) => value.signum() * UCCI_RULED,
        Score::Centipawns(value) => value * 100 / UCCI_MINOR,
        Score::Mate(plies) if plies > 0 => UCCI_MATE - plies,
        Score::Mate(plies) => -UCCI_MATE - plies,
    }
}

/// Draws the board with letters, Black's side on top and Red's pieces as capitals.
pub fn board(board: &Board, base: RankBase) -> String {
    let mut text = String::new();
    for rank in (0..10).rev() {
        let _ = write!(text, "{:>2} ", rank + base.first());
        for square in Square::all().filter(|square| square.rank() == rank) {
            let _ = write!(text, " {}", board.piece_at(square).map_or('.', |piece| piece.letter()));
        }
        text.push('\n');
    }
    text.push_str("    a b c d e f g h i\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_moves_in_uci_and_points_in_ucci() {
        let mates =
            [(1, "mate 1", 9_999), (3, "mate 2", 9_997), (-2, "mate -1", -9_998), (-4, "mate -2", -9_996)];
        for (plies, text, number) in mates {
            assert_eq!(uci(Score::Mate(plies)), text);
            assert_eq!(ucci(Score::Mate(plies)), number);
        }
        assert_eq!((uci(Score::Mate(0)), ucci(Score::Mate(0))), ("mate 0".to_owned(), -10_000));
    }
    #[test]
    fn ucci_scores_a_horse_as_100_and_a_ruled_win_as_9000() {
        assert_eq!(ucci(Score::Centipawns(420)), 100);
        assert_eq!(ucci(Score::Centipawns(-42)), -10);
        assert_eq!(ucci(Score::Centipawns(-chuhe::engine::score::ruled_in(3))), -UCCI_RULED);
    }

    #[test]
    fn ucci_adds_draw_or_resign_to_the_best_move() {
        let mv = "h2e2".parse().ok();
        let found = Found { best: mv, ponder: None };
        assert_eq!(Dialect::Ucci.best_move(&found, RankBase::Zero, Some("draw")), "bestmove h2e2 draw");
        assert_eq!(Dialect::Uci.best_move(&found, RankBase::One, Some("draw")), "bestmove h3e3");
        let found = Found { best: mv, ponder: "h9g7".parse().ok() };
        let resigned = Dialect::Ucci.best_move(&found, RankBase::Zero, Some("resign"));
        assert_eq!(resigned, "bestmove h2e2 ponder h9g7 resign");
    }

    #[test]
    fn pop_hash_gives_the_bounds_of_the_table_entry() {
        let entry =
            |bound| TtEntry { mv: "h2e2".parse().ok(), value: 420, eval: 0, depth: 5, bound, was_pv: false };
        for (bound, text) in [
            (Bound::Exact, "pophash bestmove h2e2 lowerbound 100 depth 5 upperbound 100 depth 5"),
            (Bound::Lower, "pophash bestmove h2e2 lowerbound 100 depth 5"),
            (Bound::Upper, "pophash bestmove h2e2 upperbound 100 depth 5"),
        ] {
            assert_eq!(pop_hash(Some(entry(bound)), RankBase::Zero), text);
        }
        assert_eq!(pop_hash(None, RankBase::Zero), "pophash");
    }
}
