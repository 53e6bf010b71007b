//! Shows what a network has learned, in pictures and a section of docs/TRAINING.md.
//!
//! Everything is asked of the whole network by [`Network::evaluate`], so it works for networks of any shape. The
//! positions come from games: the network's own against itself, or files of `datagen`. The same arguments give the same
//! files, with any number of threads.

mod calibration;
mod chart;
mod duel;
mod guards;
mod mean;
mod phases;
mod picture;
mod places;
mod section;
mod survey;
mod svg;
mod trades;
mod worth;

use super::datagen;
use super::games::{self, Played};
use super::ladder::replace_between;
use chuhe::engine::eval::nnue::Network;
use clap::Args;
use picture::count;
use section::Pages;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use survey::Survey;

/// The document, the folder of its pictures, and the marks around its section.
const DOCUMENT: &str = "TRAINING.md";
const PICTURES: &str = "training";
const MARKS: [&str; 2] = ["<!-- learned -->", "<!-- /learned -->"];

/// Draw what a network has learned, for docs/TRAINING.md
#[derive(Args)]
pub struct Explain {
    /// File of the network
    #[arg(long)]
    network: PathBuf,
    /// Number of games that the network plays against itself
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes for a move of these games
    #[arg(long, default_value_t = 200)]
    nodes: u64,
    /// Seed of these games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Files of `datagen` with the games to use instead
    #[arg(long, num_args = 1.., conflicts_with_all = ["games", "nodes", "seed"])]
    data: Vec<PathBuf>,
    /// The folder of TRAINING.md; pictures go into its folder `training`
    #[arg(long, default_value = "docs")]
    folder: PathBuf,
}

impl Explain {
    /// Writes the pictures and the section.
    ///
    /// # Errors
    /// A message when a file cannot be read or written, or has no games.
    pub fn run(&self) -> Result<bool, String> {
        let network = self.read_network()?;
        let games = self.read_games(&network)?;
        if games.is_empty() {
            return Err("--data: there is no game".to_owned());
        }
        let survey = Survey::of(&network, &games);
        let pages = Pages::new(&survey, &self.source(games.len()));
        let folder = self.folder.join(PICTURES);
        let failed = |path: &PathBuf, cause: &dyn std::fmt::Display| format!("{}: {cause}", path.display());
        fs::create_dir_all(&folder).map_err(|cause| failed(&folder, &cause))?;
        for picture in &pages.pictures {
            let path = folder.join(format!("{}.svg", picture.name));
            fs::write(&path, &picture.svg).map_err(|cause| failed(&path, &cause))?;
            println!("{}", path.display());
        }
        replace_between(&self.folder.join(DOCUMENT), MARKS, &pages.section)?;
        Ok(true)
    }

    fn read_network(&self) -> Result<Arc<Network>, String> {
        let failed = |cause: &dyn std::fmt::Display| format!("{}: {cause}", self.network.display());
        let bytes = fs::read(&self.network).map_err(|cause| failed(&cause))?;
        Network::read(&bytes).map(Arc::new).map_err(|cause| failed(&cause))
    }

    fn read_games(&self, network: &Arc<Network>) -> Result<Vec<Played>, String> {
        if self.data.is_empty() {
            println!("{} games of {} nodes a move", self.games, self.nodes);
            return datagen::play(network, self.games, self.nodes, self.seed)
                .map_err(|cause| cause.to_string());
        }
        let mut games = Vec::new();
        for path in &self.data {
            games.extend(games::read(path).map_err(|trouble| format!("{}: {trouble}", path.display()))?);
        }
        Ok(games)
    }

    /// Says where the games come from.
    fn source(&self, games: usize) -> String {
        let games = count(games as u64);
        if self.data.is_empty() {
            let Explain { nodes, seed, .. } = self;
            format!(
                "They come from {games} games that it played against itself, with {nodes} nodes a move and seed {seed}."
            )
        } else {
            format!("They come from {games} games of the engine against itself.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn document_shows_every_picture_of_its_folder_and_no_other() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let text = fs::read_to_string(docs.join(DOCUMENT)).expect("the document");
        assert!(MARKS.iter().all(|mark| text.contains(mark)));
        let links = text.split("](training/").skip(1).filter_map(|rest| rest.split(')').next());
        let mut shown: Vec<String> = links.map(str::to_owned).collect();
        let files = fs::read_dir(docs.join(PICTURES)).expect("the folder of the pictures");
        let mut files: Vec<String> =
            files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
        shown.sort();
        files.sort();
        assert!(!files.is_empty());
        assert_eq!(shown, files);
    }
}
