//! Games in files: PGN out, any format in.

use chuhe::game::notation::Notation;
use chuhe::game::record::{self, Export, Record};
use chuhe::game::rules::Game;
use chuhe::game::types::{Color, Move};
use std::fs;

/// Writes a game as PGN; `engine` is a side that a program has played, and what it is called.
pub(super) fn write(
    file: &str,
    game: &Game,
    notation: Notation,
    engine: Option<(Color, String)>,
) -> Result<(), String> {
    let moves: Vec<Move> = game.plies().iter().map(|ply| ply.mv).collect();
    let mut record = Record::from_moves(game.start().clone(), &moves).map_err(|error| error.to_string())?;
    for (color, tag) in [(Color::Red, "Red"), (Color::Black, "Black")] {
        let name = engine.as_ref().filter(|(side, _)| *side == color).map_or("?", |(_, name)| name);
        record.tags.set(tag, name);
    }
    record.result = game.verdict().outcome;
    let text = record::write(&record, Export::Pgn(notation));
    fs::write(file, text).map_err(|error| error.to_string())
}

/// The main line of the record in a file, of whatever format.
pub(super) fn read(file: &str) -> Result<Game, String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let record = record::read_native(&bytes).map_err(|error| error.to_string())?.record;
    let mut game = Game::new(record.start().clone());
    for mv in record.main_line() {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
