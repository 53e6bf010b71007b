//! The native command line of Chuhe.

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use chuhe::front::{bench, uci};
    use chuhe::game::fen::{self, Position};
    use chuhe::game::movegen::{divide, perft, perft_playing_all};
    use clap::{Args, Parser, Subcommand};
    use std::io::{self, BufReader, Write, stdin, stdout};
    use std::process::ExitCode;
    use std::time::Instant;

    /// Chuhe 楚河: a Xiangqi engine.
    #[derive(Parser)]
    #[command(version)]
    struct Arguments {
        #[command(subcommand)]
        command: Command,
    }

    #[derive(Subcommand)]
    enum Command {
        /// Talk UCI or UCCI over standard input and output
        Uci,
        /// Search fixed positions: the total of nodes is a checksum of the search
        Bench(Bench),
        /// Count the move sequences of some plies
        Perft(Box<Count>),
    }

    #[derive(Args)]
    struct Bench {
        /// Plies
        #[arg(long, default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..=100))]
        depth: i32,
        /// Hash table in MiB
        #[arg(long, value_name = "MB", default_value = "16", value_parser = clap::value_parser!(u16).range(1..=1024))]
        hash: u16,
        /// Count leaf evaluations at the first move instead, depth by depth
        #[arg(long, conflicts_with = "depth")]
        leaves: bool,
    }

    #[derive(Args)]
    struct Count {
        /// Plies
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
        depth: u32,
        /// The position, the start position if left out
        #[arg(long, default_value = fen::START)]
        fen: Position,
        /// Count for each first move
        #[arg(long)]
        divide: bool,
        /// Play the last ply too, instead of only counting it
        #[arg(long)]
        all: bool,
    }

    /// Runs the command line.
    pub fn main() -> ExitCode {
        let result = match Arguments::parse().command {
            Command::Uci => uci::run(BufReader::new(stdin()), stdout()),
            Command::Bench(Bench { hash, leaves: true, .. }) => {
                bench::compare_leaves(&mut stdout(), hash.into())
            }
            Command::Bench(Bench { depth, hash, .. }) => bench::run(&mut stdout(), depth, hash.into()),
            Command::Perft(count) => count.run(),
        };
        match result {
            Ok(()) => ExitCode::SUCCESS,
            // Whoever reads the output may stop reading.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        }
    }

    impl Count {
        fn run(self) -> io::Result<()> {
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
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
