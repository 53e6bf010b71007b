//! The command `chuhe book`: makes an opening book from games.

use crate::error::CliError;
use crate::sources::{Notices, each_source, without_left_out};
use crate::{json, say};
use chuhe::Color;
use chuhe::engine::book::text::Counter;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Make an opening book, for the UCI option BookFile and for the page, from the moves of many games
#[derive(Args)]
pub struct MakeBook {
    /// Files of any format, folders or ZIP archives of them, or `-` for standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// The book's file, a text
    #[arg(long)]
    out: PathBuf,
    /// Number of plies of each game that count
    #[arg(long, default_value_t = 24)]
    plies: usize,
    /// Least number of games with a move
    #[arg(long, default_value_t = 2)]
    min_games: u32,
    /// Greatest number of positions; those that occur most are kept
    #[arg(long, default_value_t = 20_000)]
    positions: usize,
    /// Side whose moves count
    #[arg(long, default_value = "both")]
    side: Side,
    /// Answer in JSON, one object a line; an object with `error` names a game that cannot be read
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct BookReport {
    games: usize,
    positions: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Both,
    Red,
    Black,
}

impl MakeBook {
    /// Reads the games and writes the book.
    pub fn run(self) -> Result<(), CliError> {
        let side = match self.side {
            Side::Both => None,
            Side::Red => Some(Color::Red),
            Side::Black => Some(Color::Black),
        };
        let notices = Notices::of(self.json);
        let (mut counter, mut games, mut left_out) = (Counter::default(), 0, None);
        for file in &self.files {
            let read = each_source(Path::new(file), notices, &mut |source| {
                let file = source.name;
                source.each_game(|number, game| {
                    match game {
                        Ok(opened) => {
                            let record = opened.record;
                            counter.add_game(
                                record.start().board.clone(),
                                record.main_line(),
                                self.plies,
                                side,
                            );
                            games += 1;
                        }
                        Err(cause) => notices.game(file, number, &cause)?,
                    }
                    Ok(())
                })
            });
            left_out = without_left_out(read)?.or(left_out);
        }
        let text = counter.write(self.min_games, self.positions);
        let failed = |cause| CliError::File { file: self.out.to_string_lossy().into_owned(), cause };
        fs::write(&self.out, &text).map_err(failed)?;
        let positions = text.lines().count() - 1;
        say(match self.json {
            true => json(&BookReport { games, positions }),
            false => format!("{games} games, {positions} positions\n"),
        })?;
        left_out.map_or(Ok(()), Err)
    }
}
