//! The command `chuhe bench`: searches fixed positions as a checksum and for speed.

use chuhe::engine::eval::nnue::Network;
use chuhe::lab::bench;
use clap::Args;
use std::io::{self, Write, stdout};

/// Search fixed positions: the total of nodes is a checksum of the search
#[derive(Args)]
pub struct Bench {
    /// Depth in plies
    #[arg(long, default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: i32,
    /// Hash table in MiB
    #[arg(long, value_name = "MB", default_value = "16", value_parser = clap::value_parser!(u16).range(1..=1024))]
    hash: u16,
    /// Count leaf evaluations at the first move instead, depth by depth
    #[arg(long, conflicts_with = "depth")]
    leaves: bool,
    /// List the positions instead
    #[arg(long, conflicts_with_all = ["depth", "leaves"])]
    positions: bool,
    /// Use the handcrafted evaluation instead of the network
    #[arg(long)]
    hand: bool,
}

impl Bench {
    /// Searches the positions and writes the counts and times.
    pub fn run(self) -> io::Result<()> {
        let network = Network::embedded().filter(|_| !self.hand);
        if self.positions {
            bench::POSITIONS.iter().try_for_each(|fen| writeln!(stdout(), "{fen}"))
        } else if self.leaves {
            bench::compare_leaves(&mut stdout(), self.hash.into(), network.as_ref())
        } else {
            bench::run(&mut stdout(), self.depth, self.hash.into(), network.as_ref())
        }
    }
}
