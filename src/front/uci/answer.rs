//! Writing answers, each in the words of its protocol.

use crate::engine::score::Score;
use crate::engine::session::{Info, Report, ReportLine};
use crate::game::board::Board;
use crate::game::notation::coordinate::RankBase;
use crate::game::types::{Move, Square};
use std::fmt::Write;

/// What a mate at once is worth in UCCI, which has no word for mates; each ply to it costs a point.
const UCCI_MATE: i32 = 10_000;

/// The protocol that is spoken: UCI until `ucci` is heard.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
}

impl Dialect {
    /// A line that is only for people to read.
    pub fn message(self, text: &str) -> String {
        match self {
            Dialect::Uci => format!("info string {text}"),
            Dialect::Ucci => format!("info message {text}"),
        }
    }

    /// What a search has found so far.
    pub fn info(self, info: &Info, base: RankBase) -> String {
        let ReportLine { score, depth, pv } = &info.line;
        let pv = moves(pv, base);
        let millis = info.time.as_millis();
        let mut text = format!("info depth {depth}");
        if self == Dialect::Uci {
            let speed = u128::from(info.nodes) * 1000 / millis.max(1);
            let _ =
                write!(text, " seldepth {} multipv {} score {}", info.seldepth, info.multipv, uci(*score));
            let _ = write!(text, " nodes {} nps {speed} hashfull {}", info.nodes, info.hashfull);
            let _ = write!(text, " time {millis} pv {pv}");
        } else {
            let _ = write!(text, " score {} time {millis} nodes {} pv {pv}", ucci(*score), info.nodes);
        }
        text
    }

    /// The result of a search.
    pub fn best_move(self, report: &Report, base: RankBase) -> String {
        let Some(best) = report.best else {
            return match self {
                Dialect::Uci => "bestmove (none)".to_owned(),
                Dialect::Ucci => "nobestmove".to_owned(),
            };
        };
        match report.ponder {
            Some(ponder) => format!("bestmove {} ponder {}", base.write(best), base.write(ponder)),
            None => format!("bestmove {}", base.write(best)),
        }
    }
}

fn moves(moves: &[Move], base: RankBase) -> String {
    moves.iter().map(|mv| base.write(*mv)).collect::<Vec<_>>().join(" ")
}

/// UCI counts mates in moves of the side that mates.
fn uci(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(plies) => format!("mate {}", (plies.abs() + 1) / 2 * plies.signum()),
    }
}

fn ucci(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) if plies > 0 => UCCI_MATE - plies,
        Score::Mate(plies) => -UCCI_MATE - plies,
    }
}

/// The board drawn with letters, Black's side on top, Red's pieces as capitals.
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
    fn mates_in_both_protocols() {
        let mates =
            [(1, "mate 1", 9_999), (3, "mate 2", 9_997), (-2, "mate -1", -9_998), (-4, "mate -2", -9_996)];
        for (plies, text, number) in mates {
            assert_eq!(uci(Score::Mate(plies)), text);
            assert_eq!(ucci(Score::Mate(plies)), number);
        }
        assert_eq!((uci(Score::Mate(0)), ucci(Score::Mate(0))), ("mate 0".to_owned(), -10_000));
    }
}
