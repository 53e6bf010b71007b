//! The tasks and questions, answered by Chuhe.

use crate::data::{self, Line};
use crate::{Pass, Question, Task, each, over};
use chuhe_rules::movegen::perft;
use chuhe_rules::{Board, Game, Move, Notation, Outcome, Position};

/// Returns a pass of a task.
pub fn pass(task: Task) -> Option<Pass> {
    Some(match task {
        Task::LegalMoves => each(boards(), |board| board.legal_moves()),
        Task::LegalMovesOfFen => each(data::timed_positions(), |fen| position(fen).board.legal_moves()),
        Task::Perft2 => over(boards(), |board| perft(board, 2) as usize),
        Task::Perft3 => over(boards(), |board| perft(board, 3) as usize),
        Task::FenRead => each(data::timed_positions(), |fen| position(fen)),
        Task::FenWritten => {
            let positions = data::timed_positions().into_iter().map(position).collect();
            each(positions, |position: &mut Position| position.to_string())
        }
        Task::FenBoth => each(data::timed_positions(), |fen| position(fen).to_string()),
        Task::CoordinatesRead => {
            let texts = moves().into_iter().map(|(_, mv)| mv.to_string()).collect();
            each(texts, |text: &mut String| text.parse::<Move>().expect("a move"))
        }
        Task::CoordinatesWritten => each(moves(), |(_, mv)| mv.to_string()),
        Task::WxfWritten => each(moves(), |(board, mv)| Notation::Wxf.write(board, *mv)),
        Task::WxfRead => {
            let written = |(board, mv): (Board, Move)| {
                let text = Notation::Wxf.write(&board, mv).expect("a legal move");
                (board, text)
            };
            each(moves().into_iter().map(written).collect(), |(board, text)| {
                Notation::Wxf.read(board, text).expect("a legal move")
            })
        }
        Task::Played => {
            let games = data::timed_games().into_iter().map(|line| (start(line), moves_of(line))).collect();
            over(games, |(game, moves): &mut (Game, Vec<Move>)| {
                moves.iter().for_each(|mv| game.play(*mv).expect("a legal move"));
                while game.undo().is_some() {}
                moves.len()
            })
        }
        Task::GameToFen => each(data::timed_games(), |line| played(*line).position().to_string()),
        Task::Repetition => each(data::timed_games(), |line| played(*line).verdict()),
        Task::Mate => each(data::mated(), |fen| Game::new(position(fen)).verdict()),
    })
}

/// Returns the answers to a question.
pub fn answers(question: Question) -> Option<Vec<String>> {
    let positions = || data::positions().into_iter().map(position);
    Some(match question {
        Question::Moves => positions().map(|position| sorted(&position.board).join(" ")).collect(),
        Question::Perft => positions()
            .map(|mut position| {
                [1, 2, 3].map(|depth| perft(&mut position.board, depth).to_string()).join(" ")
            })
            .collect(),
        Question::Fens => positions().map(|position| placement_and_side(&position.to_string())).collect(),
        Question::Wxf => boards()
            .iter()
            .map(|board| {
                let wxf = |text: String| Notation::Wxf.write(board, text.parse().expect("a move"));
                sorted(board).into_iter().filter_map(wxf).collect::<Vec<_>>().join(" ")
            })
            .collect(),
        Question::Ends => data::games()
            .into_iter()
            .map(|line| placement_and_side(&played(line).position().to_string()))
            .collect(),
        Question::Results => data::games().into_iter().map(|line| result(&played(line))).collect(),
        Question::Mates => data::mated().into_iter().map(|fen| result(&Game::new(position(fen)))).collect(),
    })
}

fn position(fen: &str) -> Position {
    fen.parse().expect("the positions are valid")
}

fn boards() -> Vec<Board> {
    data::timed_positions().into_iter().map(|fen| position(fen).board).collect()
}

/// Returns the legal moves of all timed positions, each with its board.
fn moves() -> Vec<(Board, Move)> {
    let of_board = |board: Board| {
        let moves = board.legal_moves();
        moves.into_iter().map(move |mv| (board.clone(), mv))
    };
    boards().into_iter().flat_map(of_board).collect()
}

fn sorted(board: &Board) -> Vec<String> {
    let mut moves: Vec<String> = board.legal_moves().iter().map(Move::to_string).collect();
    moves.sort();
    moves
}

fn start(line: Line) -> Game {
    Game::new(position(line.fen))
}

fn moves_of(line: Line) -> Vec<Move> {
    line.moves.split(' ').map(|text| text.parse().expect("a move")).collect()
}

fn played(line: Line) -> Game {
    let mut game = start(line);
    for text in line.moves.split(' ') {
        game.play(text.parse().expect("a move")).expect("a legal move");
    }
    game
}

fn result(game: &Game) -> String {
    match game.verdict().outcome {
        Outcome::Win(color) => color.name().to_owned(),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Ongoing => "ongoing".to_owned(),
    }
}

/// Returns the first two fields of a FEN.
fn placement_and_side(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}
