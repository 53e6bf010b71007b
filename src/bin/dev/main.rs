//! Developer tools of Chuhe: proof that a change of the search holds what it promises.

#[cfg(not(target_arch = "wasm32"))]
mod book;
#[cfg(not(target_arch = "wasm32"))]
mod datagen;
#[cfg(not(target_arch = "wasm32"))]
mod duel;
#[cfg(not(target_arch = "wasm32"))]
mod games;
#[cfg(not(target_arch = "wasm32"))]
mod ladder;
#[cfg(not(target_arch = "wasm32"))]
mod newcomer;
#[cfg(not(target_arch = "wasm32"))]
mod opening;
#[cfg(not(target_arch = "wasm32"))]
mod player;
#[cfg(not(target_arch = "wasm32"))]
mod score;
#[cfg(not(target_arch = "wasm32"))]
mod selfplay;
#[cfg(not(target_arch = "wasm32"))]
mod train;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::{book, datagen, duel, ladder, selfplay, train};
    use clap::{Parser, Subcommand};
    use std::process::ExitCode;

    /// Developer tools of Chuhe.
    #[derive(Parser)]
    #[command(name = "chuhe-dev", version)]
    struct Arguments {
        #[command(subcommand)]
        tool: Tool,
    }

    #[derive(Subcommand)]
    enum Tool {
        /// Build the opening book
        Book(book::BookBuilder),
        /// Let the engine play itself and write the games down for training
        Datagen(datagen::Datagen),
        /// Let two UCI engines play a match
        Duel(Box<duel::Duel>),
        /// Let each level play the one below
        Ladder(ladder::Ladder),
        /// Let the engine play itself and look for faults
        Selfplay(selfplay::Selfplay),
        /// Train a network on files of games
        Train(train::Train),
    }

    /// Runs the tool that is asked for; it succeeds when there was no fault.
    pub fn main() -> ExitCode {
        let is_faultless = match Arguments::parse().tool {
            Tool::Book(book) => book.run(),
            Tool::Datagen(datagen) => datagen.run(),
            Tool::Duel(duel) => duel.run(),
            Tool::Ladder(ladder) => ladder.run(),
            Tool::Selfplay(selfplay) => selfplay.run(),
            Tool::Train(train) => train.run(),
        };
        if is_faultless { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
