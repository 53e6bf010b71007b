//! Brings the file of a network to the present version of its format; the weights stay as they are.
//!
//! Version 1 had a row of weights for each of 14 pieces on each of 90 points. Version 2 has those of the points
//! where the piece can stand, in the same order, and is otherwise the same.

use chuhe::engine::eval::nnue::file::{BODY_AT, FILE_LEN, Parameters, SUM_AT, checksum};
use chuhe::engine::eval::nnue::{HIDDEN, INPUTS, feature};
use chuhe::game::types::{Color, POINTS, Piece, Square};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// How a file of version 1 begins: its name, then 14 × 90 features.
const OLD_HEAD: [u8; 10] = *b"CHUHENN1\xec\x04";
/// Rows of weights in version 1.
const OLD_ROWS: usize = Piece::NUM * POINTS;
/// Length of a file of version 1 in bytes.
const OLD_LEN: usize = FILE_LEN + (OLD_ROWS - INPUTS) * HIDDEN;

/// Bring the file of a network to the present format.
#[derive(Args)]
pub struct Upgrade {
    /// The file in version 1 of the format
    #[arg(long)]
    network: PathBuf,
    /// Where the file in the present version is written
    #[arg(long)]
    output: PathBuf,
}

impl Upgrade {
    /// Writes the file.
    ///
    /// # Errors
    /// What is wrong with a file, with its name.
    pub fn run(&self) -> Result<bool, String> {
        let named = |path: &Path, cause: String| format!("{}: {cause}", path.display());
        let old = fs::read(&self.network).map_err(|cause| named(&self.network, cause.to_string()))?;
        let new = upgraded(&old).map_err(|cause| named(&self.network, cause.to_owned()))?;
        fs::write(&self.output, new).map_err(|cause| named(&self.output, cause.to_string()))?;
        Ok(true)
    }
}

/// The bytes in the present format.
fn upgraded(old: &[u8]) -> Result<Vec<u8>, &'static str> {
    if !old.starts_with(&OLD_HEAD) || old.len() != OLD_LEN {
        return Err("it is no network in version 1 of the format");
    }
    let (rows, rest) = old[BODY_AT..].split_at(OLD_ROWS * HIDDEN);
    let places = Piece::ALL.into_iter().flat_map(|piece| Square::all().map(move |square| (piece, square)));
    let kept = rows.chunks_exact(HIDDEN).zip(places);
    let kept = kept.filter(|(_, (piece, square))| feature(Color::Red, *piece, *square).is_some());
    let body: Vec<u8> = kept.flat_map(|(row, _)| row).chain(rest).copied().collect();
    let head = &Parameters::default().to_bytes()[..SUM_AT];
    let is_like = old[OLD_HEAD.len()..SUM_AT] == head[OLD_HEAD.len()..];
    if !is_like || old[SUM_AT..BODY_AT] != checksum(&old[BODY_AT..]).to_le_bytes() {
        return Err("it is damaged, or of other sizes than this program computes with");
    }
    Ok([head, &checksum(&body).to_le_bytes(), &body].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of version 1, each row filled with what `weight` says.
    fn old(weight: impl Fn(Piece, Square) -> i8) -> Vec<u8> {
        let row = |piece, square| [weight(piece, square) as u8; HIDDEN];
        let rows = Piece::ALL.into_iter().flat_map(|piece| Square::all().flat_map(move |at| row(piece, at)));
        let mut body: Vec<u8> = rows.collect();
        let new = Parameters::default().to_bytes();
        body.extend((0..FILE_LEN - BODY_AT - INPUTS * HIDDEN).map(|index| index as u8));
        [&OLD_HEAD, &new[OLD_HEAD.len()..SUM_AT], &checksum(&body).to_le_bytes(), &body].concat()
    }

    #[test]
    fn each_feature_keeps_its_weights() {
        let weight = |piece: Piece, at: Square| ((piece.index() * 31 + at.index() * 7) % 251) as u8 as i8;
        let file = old(weight);
        let new = Parameters::read(&upgraded(&file).expect("it is whole")).expect("it is whole");
        for (piece, at) in Piece::ALL.into_iter().flat_map(|piece| Square::all().map(move |at| (piece, at))) {
            if let Some(feature) = feature(Color::Red, piece, at) {
                assert_eq!(new.feature_weights[feature], [weight(piece, at); HIDDEN], "{piece:?} {at}");
            }
        }
        assert!(new.to_bytes().ends_with(&file[BODY_AT + OLD_ROWS * HIDDEN..]));
    }

    #[test]
    fn what_is_no_old_network_is_refused() {
        let file = old(|_, _| 3);
        let changed = |at: usize| {
            let mut bytes = file.clone();
            bytes[at] ^= 1;
            upgraded(&bytes)
        };
        for at in [0, 7, 8, 10, SUM_AT - 1, SUM_AT, BODY_AT, OLD_LEN - 1] {
            assert!(changed(at).is_err(), "{at}");
        }
        assert!(upgraded(&file[..OLD_LEN - 1]).is_err());
        assert!(upgraded(&Parameters::default().to_bytes()).is_err());
    }
}
