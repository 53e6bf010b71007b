//! Asks a network about the positions of games and counts its answers.

use super::calibration::Calibration;
use super::duel::Duel;
use super::guards::Guards;
use super::mean::Mean;
use super::phases::Phases;
use super::places::Places;
use super::trades::Trades;
use super::worth::{Worth, is_judged, worths};
use crate::games::Played;
use crate::parallel;
use crate::train::samples::boards_of_game;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::score::Value;
use chuhe::rules::board::Board;
use chuhe::rules::types::Piece;

/// The greatest lead in centipawns of a position that is still open, by the network's value.
pub const OPEN: Value = 400;
/// The fewest games that must contribute to a shown number.
pub const FEWEST_GAMES: u64 = 30;
/// Number of games that are counted as one piece of work. Sums are rounded in the same way for any number of threads.
const BATCH: usize = 64;

/// A position with the answers of the network.
pub struct Sample<'a> {
    pub board: &'a Board,
    /// The network's value for the side to move, in centipawns.
    pub value: Value,
    /// The score of the engine's search for the side to move, in centipawns.
    pub score: Value,
    /// The points of the side to move by the result of the game: 0, 0.5 or 1.
    pub result: f64,
    /// The worth of the pieces; empty unless the position is open.
    pub worths: Vec<Worth>,
}

impl Sample<'_> {
    /// Returns the mean worth of pieces in centipawns; `None` where no such piece was removed.
    pub fn mean_worth(&self, piece: Piece) -> Option<f64> {
        let mut mean = Mean::default();
        let worths = self.worths.iter().filter(|worth| worth.piece == piece);
        worths.for_each(|worth| mean.add(worth.centipawns.into()));
        (mean.count() > 0).then(|| mean.mean())
    }
}

/// All counts of a number of games.
#[derive(Default)]
pub struct Survey {
    pub games: u64,
    /// Number of quiet positions.
    pub positions: u64,
    /// Number of positions whose pieces were removed in turn.
    pub open: u64,
    pub places: Places,
    pub phases: Phases,
    pub duel: Duel,
    pub guards: Guards,
    pub trades: Trades,
    pub calibration: Calibration,
}

impl Survey {
    /// Asks a network about the quiet positions of games.
    pub fn of(network: &Network, games: &[Played]) -> Survey {
        let batches: Vec<&[Played]> = games.chunks(BATCH).collect();
        let counted = parallel::map(
            &batches,
            || (),
            |(), games| {
                let mut survey = Survey::default();
                games.iter().for_each(|game| survey.add_game(network, game));
                survey
            },
        );
        counted.iter().fold(Survey::default(), |mut all, survey| {
            all.merge(survey);
            all
        })
    }

    fn add_game(&mut self, network: &Network, game: &Played) {
        boards_of_game(game, &mut |board, result, score| {
            let value = network.evaluate(board);
            let is_open = value.abs() <= OPEN && is_judged(board);
            let worths = if is_open { worths(network, board, value) } else { Vec::new() };
            let result = f64::from(result) / 2.0;
            self.positions += 1;
            self.open += u64::from(is_open);
            self.add(&Sample { board, value, score: score.into(), result, worths });
        });
        self.games += 1;
        self.places.end_game();
        self.phases.end_game();
        self.duel.end_game();
        self.guards.end_game();
        self.trades.end_game();
    }

    fn add(&mut self, sample: &Sample<'_>) {
        self.places.add(sample);
        self.phases.add(sample);
        self.duel.add(sample);
        self.guards.add(sample);
        self.trades.add(sample);
        self.calibration.add(sample);
    }

    fn merge(&mut self, other: &Survey) {
        self.games += other.games;
        self.positions += other.positions;
        self.open += other.open;
        self.places.merge(&other.places);
        self.phases.merge(&other.phases);
        self.duel.merge(&other.duel);
        self.guards.merge(&other.guards);
        self.trades.merge(&other.trades);
        self.calibration.merge(&other.calibration);
    }
}

/// The number of groups of positions by their number of pieces; see [`stage`].
pub const STAGES: usize = 17;

/// Returns the group of a position by its number of pieces: 16 with 31 or 32 pieces, and one less for every two pieces
/// that are gone.
pub fn stage(board: &Board) -> usize {
    board.occupied().count().div_ceil(2) as usize
}

/// Returns the greater number of pieces of a group, which names it.
pub fn pieces(stage: usize) -> f64 {
    2.0 * stage as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe::rules::fen::{Position, start};

    #[test]
    fn two_numbers_of_pieces_share_a_group_named_by_the_greater() {
        let bare: Position = "3k5/9/9/9/9/9/9/9/R8/4K4 w".parse().expect("valid");
        assert_eq!([stage(&start()), stage(&bare.board)].map(pieces), [32.0, 4.0]);
        assert!(stage(&start()) < STAGES);
    }

    #[test]
    fn batches_add_up_to_the_counts_of_all_games() {
        let network = Network::embedded().expect("the crate brings one");
        let game = Played { result: 2, plies: vec![("h2e2".parse().expect("a move"), 30); 1] };
        let survey = Survey::of(&network, &vec![game; 2 * BATCH + 1]);
        let games = 2 * BATCH as u64 + 1;
        assert_eq!((survey.games, survey.positions, survey.open), (games, games, games));
    }
}
