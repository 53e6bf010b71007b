//! Writes files of games for training as PGN, for a library of games. Scores are left out.

use super::games::{self, Played};
use chuhe::records::{self, AddError, Export, Record};
use chuhe::rules::game::Outcome;
use chuhe::rules::types::{Color, Move};
use clap::Args;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// The name of both players.
const PLAYER: &str = "Chuhe";

/// Write games of `datagen` as PGN, each game once.
#[derive(Args)]
pub struct Pgn {
    /// Files that `datagen` has written
    #[arg(long, num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The value of the tag Event
    #[arg(long, default_value = "Chuhe against itself")]
    event: String,
    /// The file to write
    #[arg(long)]
    output: PathBuf,
}

impl Pgn {
    /// Writes the games. Returns true when all are written.
    ///
    /// # Errors
    /// Why a file could not be read or written.
    pub fn run(&self) -> Result<bool, String> {
        let error = |cause: &dyn std::fmt::Display| format!("{}: {cause}", self.output.display());
        let mut out = BufWriter::new(File::create(&self.output).map_err(|cause| error(&cause))?);
        let (mut seen, mut read) = (HashSet::new(), 0);
        for path in &self.data {
            let games = games::read(path).map_err(|trouble| format!("{}: {trouble}", path.display()))?;
            for game in games {
                read += 1;
                let moves: Vec<Move> = game.plies.iter().map(|(mv, _)| *mv).collect();
                if !seen.contains(&moves) {
                    let text = self.write(&game, &moves, seen.len() + 1).map_err(|cause| error(&cause))?;
                    out.write_all(text.as_bytes()).map_err(|cause| error(&cause))?;
                    seen.insert(moves);
                }
            }
        }
        out.flush().map_err(|cause| error(&cause))?;
        println!("{} games, {} of {read} left out as repeated", seen.len(), read - seen.len());
        Ok(true)
    }

    /// Returns the text of game number `round`, from 1.
    fn write(&self, game: &Played, moves: &[Move], round: usize) -> Result<String, AddError> {
        let mut record = Record::from_moves(Default::default(), moves)?;
        let round = round.to_string();
        for (name, value) in
            [("Event", self.event.as_str()), ("Round", &round), ("Red", PLAYER), ("Black", PLAYER)]
        {
            record.tags.set(name, value);
        }
        record.result = match game.result {
            2 => Outcome::Win(Color::Red),
            1 => Outcome::Draw,
            _ => Outcome::Win(Color::Black),
        };
        Ok(records::write(&record, Export::Pgn(chuhe::rules::notation::Notation::Iccs)) + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_written_once_with_their_results() {
        let folder = std::env::temp_dir().join(format!("chuhe-pgn-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (data, output) = (folder.join("games.bin"), folder.join("games.pgn"));
        let game = |result, moves: &[&str]| Played {
            result,
            plies: moves.iter().map(|mv| (mv.parse().expect("a move"), 0)).collect(),
        };
        let mut bytes = games::MAGIC.to_vec();
        for game in [game(2, &["h2e2", "h9g7"]), game(0, &["b2e2"]), game(2, &["h2e2", "h9g7"])] {
            bytes.extend(game.to_bytes());
        }
        std::fs::write(&data, bytes).expect("a file");
        let pgn = Pgn { data: vec![data], event: "Test".to_owned(), output: output.clone() };
        assert_eq!(pgn.run(), Ok(true));
        let text = std::fs::read_to_string(&output).expect("a file");
        let mut games = records::Games::default();
        games.push(text.as_bytes());
        games.finish();
        let read: Vec<Record> = std::iter::from_fn(|| games.next(&|_, _| None))
            .map(|game| game.expect("a game").record)
            .collect();
        let facts = |record: &Record| {
            (record.result, record.main_line().len(), record.tags.get("Round").map(str::to_owned))
        };
        assert_eq!(
            read.iter().map(facts).collect::<Vec<_>>(),
            [
                (Outcome::Win(Color::Red), 2, Some("1".to_owned())),
                (Outcome::Win(Color::Black), 1, Some("2".to_owned())),
            ]
        );
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
