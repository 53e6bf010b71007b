//! Shows the use of Chuhe as a library: plays moves, reads and writes a record, and runs the engine.

use chuhe::records::{self, Export};
use chuhe::{Game, Limits, Notation, Options, Session};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    // Rules: an illegal move is refused with a reason, and the game has a verdict.
    let mut game = Game::default();
    game.play("h2e2".parse()?)?;
    println!("{} to move, {} moves", game.board().turn().name(), game.board().legal_moves().len());
    println!("the game is {}", game.verdict().outcome.code());
    if let Err(cause) = game.play("e9e7".parse()?) {
        println!("refused: {cause}");
    }

    // Records: any format and any notation.
    let opened = records::read("1. 炮二平五 马８进７ 2. 马二进三".as_bytes(), &|_, _| None)?;
    print!("{}", records::write(&opened.record, Export::Pgn(Notation::Wxf)));

    // The engine: a search limited by nodes, plies or milliseconds.
    let mut session = Session::new(16);
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let report = session.go(&game, Options { limits, ..Options::default() }, &mut |info| {
        println!("depth {}: {:?}", info.line.depth, info.line.score);
    });
    let best = report.best.ok_or("the game is over")?;
    println!("the engine plays {}", Notation::Chinese.write(game.board(), best).unwrap_or_default());
    Ok(())
}
