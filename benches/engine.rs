//! Benchmarks each part in which a search spends its time: `cargo bench`.
//!
//! Every figure is for one pass over all positions of `chuhe bench`; the counter gives the number of
//! moves, exchanges, evaluations or entries. Compare two builds on one quiet machine.

use chuhe::engine::eval::{hand, nnue};
use chuhe::engine::line::Line;
use chuhe::engine::see;
use chuhe::engine::tt::{Bound, Table, TtEntry};
use chuhe::lab::bench::POSITIONS;
use chuhe::rules::board::Board;
use chuhe::rules::fen::Position;
use chuhe::rules::game::Game;
use chuhe::rules::movegen::perft_playing_all;
use chuhe::rules::types::Move;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

/// Number of entries that the benchmarks of the table store and look up.
const ENTRIES: u64 = 100_000;

fn main() {
    divan::main();
}

fn games() -> Vec<Game> {
    let game = |fen: &&str| Game::new(fen.parse::<Position>().expect("all positions are valid"));
    POSITIONS.iter().map(game).collect()
}

fn boards() -> Vec<(Board, Vec<Move>)> {
    games().iter().map(|game| (game.board().clone(), game.board().legal_moves().to_vec())).collect()
}

fn all_moves(boards: &[(Board, Vec<Move>)]) -> ItemsCount {
    ItemsCount::new(boards.iter().map(|(_, moves)| moves.len()).sum::<usize>())
}

#[divan::bench]
fn legal_moves(bencher: Bencher<'_, '_>) {
    let boards = boards();
    bencher
        .counter(all_moves(&boards))
        .bench_local(|| boards.iter().map(|(board, _)| black_box(board).legal_moves().len()).sum::<usize>());
}

#[divan::bench]
fn make_and_unmake(bencher: Bencher<'_, '_>) {
    let mut boards = boards();
    bencher.counter(all_moves(&boards)).bench_local(|| {
        for (board, moves) in &mut boards {
            for mv in moves.iter() {
                let captured = board.make(*mv);
                black_box(&*board);
                board.unmake(*mv, captured);
            }
        }
    });
}

/// Makes moves as the search does: with the sums of the evaluation, the checkers and the pins.
#[divan::bench]
fn make_and_unmake_in_the_search(bencher: Bencher<'_, '_>) {
    let mut lines: Vec<(Line, Vec<Move>)> =
        games().iter().map(|game| (Line::new(game), game.board().legal_moves().to_vec())).collect();
    let count = ItemsCount::new(lines.iter().map(|(_, moves)| moves.len()).sum::<usize>());
    bencher.counter(count).bench_local(|| {
        for (line, moves) in &mut lines {
            for mv in moves.iter() {
                line.make(*mv);
                black_box(line.state());
                line.unmake();
            }
        }
    });
}

#[divan::bench]
fn exchanges(bencher: Bencher<'_, '_>) {
    let boards = boards();
    bencher.counter(all_moves(&boards)).bench_local(|| {
        let of_board = |(board, moves): &(Board, Vec<Move>)| {
            moves.iter().filter(|mv| see::reaches(black_box(board), **mv, 0)).count()
        };
        boards.iter().map(of_board).sum::<usize>()
    });
}

#[divan::bench]
fn evaluation_by_hand(bencher: Bencher<'_, '_>) {
    let boards: Vec<(Board, hand::Sums)> =
        boards().into_iter().map(|(board, _)| (board.clone(), hand::Sums::of(&board))).collect();
    bencher.counter(ItemsCount::new(boards.len())).bench_local(|| {
        boards.iter().map(|(board, sums)| hand::evaluate(black_box(board), sums)).sum::<i32>()
    });
}

/// Evaluates the whole board by the network, as after a jump to another position.
#[divan::bench]
fn evaluation_by_the_network_anew(bencher: Bencher<'_, '_>) {
    let Some(network) = nnue::Network::embedded() else { return };
    let boards = boards();
    bencher
        .counter(ItemsCount::new(boards.len()))
        .bench_local(|| boards.iter().map(|(board, _)| network.evaluate(black_box(board))).sum::<i32>());
}

/// Evaluates by the network as the search does: each move is made, evaluated and unmade.
#[divan::bench]
fn evaluation_by_the_network_after_each_move(bencher: Bencher<'_, '_>) {
    let Some(network) = nnue::Network::embedded() else { return };
    let mut lines: Vec<(Line, nnue::Evaluator, Vec<Move>)> = games()
        .iter()
        .map(|game| {
            let evaluator = nnue::Evaluator::new(network.clone(), game.board());
            (Line::new(game), evaluator, game.board().legal_moves().to_vec())
        })
        .collect();
    let count = ItemsCount::new(lines.iter().map(|(_, _, moves)| moves.len()).sum::<usize>());
    bencher.counter(count).bench_local(|| {
        for (line, evaluator, moves) in &mut lines {
            for mv in moves.iter() {
                line.make(*mv);
                black_box(evaluator.evaluate(line.board(), line));
                line.unmake();
            }
        }
    });
}

/// Returns keys that are far apart and the same in every run.
fn keys() -> impl Iterator<Item = u64> {
    (1..=ENTRIES).map(|index| index.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn entry(key: u64) -> TtEntry {
    TtEntry { mv: None, value: 12, eval: -7, depth: (key % 20) as i32, bound: Bound::Exact, was_pv: false }
}

#[divan::bench]
fn table_store(bencher: Bencher<'_, '_>) {
    let table = Table::new(16);
    bencher
        .counter(ItemsCount::new(ENTRIES))
        .bench_local(|| keys().for_each(|key| table.store(black_box(key), entry(key))));
}

#[divan::bench]
fn table_probe(bencher: Bencher<'_, '_>) {
    let table = Table::new(16);
    keys().for_each(|key| table.store(key, entry(key)));
    bencher
        .counter(ItemsCount::new(ENTRIES))
        .bench_local(|| keys().filter(|key| table.probe(black_box(*key)).is_some()).count());
}

#[divan::bench]
fn perft_4_from_the_start(bencher: Bencher<'_, '_>) {
    let mut board = Game::default().board().clone();
    bencher
        .counter(ItemsCount::new(3_290_240_u64))
        .bench_local(|| assert_eq!(perft_playing_all(&mut board, 4), 3_290_240));
}
