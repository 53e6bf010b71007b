//! Saves games as PGN and loads them from any format.

use chuhe::records::{self, Export, Record};
use chuhe::rules::game::Game;
use chuhe::rules::notation::Notation;
use chuhe::rules::types::{Color, Move};
use std::fs::{self, File};
use std::io::{self, Read};

/// Writes a game as PGN; `engine` is the side of a program and the program's name.
pub(crate) fn write(
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
    let text = records::write(&record, Export::Pgn(notation));
    fs::write(file, text).map_err(|error| error.to_string())
}

/// Reads the main line of a file in any format; also returns the reason why the rest of it is left out.
pub(crate) fn read(file: &str) -> Result<(Game, Option<String>), String> {
    let bytes = read_all(file).map_err(|error| error.to_string())?;
    let opened = records::read_native(&bytes).map_err(|error| error.to_string())?;
    let mut game = Game::new(opened.record.start().clone());
    for mv in opened.record.main_line() {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok((game, opened.left_out.map(|error| error.detail().to_string())))
}

/// Reads a whole file, but at most one byte more than a record may have.
fn read_all(file: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(records::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
