//! The command `chuhe perft`: counts the move sequences of some plies.

use chuhe::rules::fen::{self, Position};
use chuhe::rules::movegen::{divide, perft, perft_playing_all};
use clap::Args;
use std::io::{self, Write, stdout};
use std::time::Instant;

/// Count the move sequences of a given number of plies
#[derive(Args)]
pub struct Perft {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// The position; by default the start position
    #[arg(long, default_value = fen::START)]
    fen: Position,
    /// Count for each first move
    #[arg(long)]
    divide: bool,
    /// Play the last ply too, instead of only counting it
    #[arg(long)]
    all: bool,
}

impl Perft {
    /// Counts the move sequences; writes their number, the time and the speed.
    pub fn run(self) -> io::Result<()> {
        let count = if self.all { perft_playing_all } else { perft };
        let mut board = self.fen.board;
        let started = Instant::now();
        let total = divide(&mut board, self.depth, count, |mv, nodes| {
            if self.divide { writeln!(stdout(), "{mv}: {nodes}") } else { Ok(()) }
        })?;
        let seconds = started.elapsed().as_secs_f64();
        let speed = total as f64 / seconds.max(1e-9);
        writeln!(stdout(), "{total} nodes, {seconds:.3} s, {speed:.0} nodes/s")
    }
}
