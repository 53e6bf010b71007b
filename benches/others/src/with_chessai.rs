//! The tasks and questions, answered by the crate `chessai`.
//!
//! The crate has legal moves and played moves on its `Engine` only. An engine gets a position by `set_fen`, which also
//! clears its hash table; the engines here have the smallest one. It knows no other notation than coordinates, and what
//! it knows of repetitions is inside its search.

use crate::data::{self, Line};
use crate::{Pass, Question, Task, each, over};
use chessai::{Color, Engine, Move, Position};
use std::cell::RefCell;

/// Returns a pass of a task.
pub fn pass(task: Task) -> Option<Pass> {
    Some(match task {
        Task::LegalMoves => each(engines(), |engine| engine.legal_moves()),
        Task::LegalMovesOfFen => each_with_engine(data::timed_positions(), |engine, fen| {
            set(engine, fen);
            engine.legal_moves()
        }),
        Task::Perft2 => over(engines(), |engine| perft(engine, 2)),
        Task::Perft3 => over(engines(), |engine| perft(engine, 3)),
        Task::FenRead => each(data::timed_positions(), |fen| position(fen)),
        Task::FenWritten => {
            let positions = data::timed_positions().into_iter().map(position).collect();
            each(positions, |position: &mut Position| position.to_fen())
        }
        Task::FenBoth => each(data::timed_positions(), |fen| position(fen).to_fen()),
        Task::CoordinatesRead => {
            let texts = moves().into_iter().map(|mv| mv.to_iccs().replace('-', "")).collect();
            each(texts, |text: &mut String| Move::from_iccs(text).expect("a move"))
        }
        Task::CoordinatesWritten => each(moves(), |mv| mv.to_iccs()),
        Task::Played => {
            let games = data::timed_games()
                .into_iter()
                .map(|line| {
                    let mut engine = engine();
                    set(&mut engine, line.fen);
                    let moves = line.moves.split(' ').map(read).collect();
                    (engine, moves)
                })
                .collect();
            over(games, |(engine, moves): &mut (Engine, Vec<Move>)| {
                moves.iter().for_each(|mv| assert!(engine.make_move(*mv)));
                while engine.undo_move().is_some() {}
                moves.len()
            })
        }
        Task::GameToFen => each_with_engine(data::timed_games(), |engine, line| {
            play(engine, *line);
            engine.fen()
        }),
        Task::Mate => each_with_engine(data::mated(), |engine, fen| {
            set(engine, fen);
            engine.legal_moves().is_empty()
        }),
        Task::WxfWritten | Task::WxfRead | Task::Repetition => return None,
    })
}

/// Returns the answers to a question.
pub fn answers(question: Question) -> Option<Vec<String>> {
    let mut engine = engine();
    Some(match question {
        Question::Moves => data::positions()
            .into_iter()
            .map(|fen| {
                set(&mut engine, fen);
                let mut moves: Vec<String> =
                    engine.legal_moves().iter().map(|mv| mv.to_iccs().replace('-', "")).collect();
                moves.sort();
                moves.join(" ")
            })
            .collect(),
        Question::Perft => data::positions()
            .into_iter()
            .map(|fen| {
                set(&mut engine, fen);
                [1, 2, 3].map(|depth| perft(&mut engine, depth).to_string()).join(" ")
            })
            .collect(),
        Question::Fens => data::positions().into_iter().map(|fen| position(fen).to_fen()).collect(),
        Question::Ends => data::games()
            .into_iter()
            .map(|line| {
                play(&mut engine, line);
                engine.fen()
            })
            .collect(),
        Question::Mates => data::mated()
            .into_iter()
            .map(|fen| {
                set(&mut engine, fen);
                let winner = if engine.side_to_move() == Color::Red { "black" } else { "red" };
                if engine.legal_moves().is_empty() { winner } else { "ongoing" }.to_owned()
            })
            .collect(),
        Question::Wxf | Question::Results => return None,
    })
}

/// Returns [`each`] with one engine for all items.
fn each_with_engine<T: 'static, R>(
    items: Vec<T>,
    operation: impl Fn(&mut Engine, &T) -> R + 'static,
) -> Pass {
    let engine = RefCell::new(engine());
    each(items, move |item| operation(&mut engine.borrow_mut(), item))
}

fn engine() -> Engine {
    Engine::builder().hash_size(0).use_book(false).build()
}

fn set(engine: &mut Engine, fen: &str) {
    engine.set_fen(fen).expect("the positions are valid");
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("the positions are valid")
}

fn engines() -> Vec<Engine> {
    let of_fen = |fen| {
        let mut engine = engine();
        set(&mut engine, fen);
        engine
    };
    data::timed_positions().into_iter().map(of_fen).collect()
}

/// Returns the legal moves of all timed positions.
fn moves() -> Vec<Move> {
    engines().iter_mut().flat_map(Engine::legal_moves).collect()
}

fn read(text: &str) -> Move {
    Move::from_iccs(text).expect("a move")
}

fn play(engine: &mut Engine, line: Line) {
    set(engine, line.fen);
    line.moves.split(' ').for_each(|text| assert!(engine.make_move(read(text))));
}

/// Returns the leaves of `depth` plies, at least 1. The last ply is counted without being played.
fn perft(engine: &mut Engine, depth: u32) -> usize {
    let moves = engine.legal_moves();
    if depth == 1 {
        return moves.len();
    }
    let mut leaves = 0;
    for mv in moves {
        assert!(engine.make_move(mv));
        leaves += perft(engine, depth - 1);
        engine.undo_move();
    }
    leaves
}
