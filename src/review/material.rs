//! Computes the material that a line wins or loses. Only finished exchanges count: a piece that is recaptured in
//! the next move is not lost.

use super::line::{Step, value_of};
use chuhe_rules::types::{Color, Piece, Role};

/// The pieces that a side has lost and gained by the end of a line, without equal pairs.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    /// Net gain in soldiers, negative for a loss.
    pub net: f64,
    /// The side's lost pieces, the most valuable first.
    pub lost: Vec<Piece>,
    /// The captured pieces of the other side, the most valuable first.
    pub gained: Vec<Piece>,
    /// Index in the line of the most valuable capture that decides the balance.
    pub ply: usize,
}

/// Greatest length of a line that counts, in plies.
const HORIZON: usize = 16;

/// Returns whether a line is at rest: nothing is captured in the next two plies, and no capture would be profitable.
fn rests(steps: &[Step], at: usize) -> bool {
    steps[at].is_quiet && !steps[at + 1..].iter().take(2).any(|step| step.taken.is_some())
}

fn net_of(steps: &[Step], side: Color) -> f64 {
    let worth = |step: &Step| step.taken.map_or(0.0, value_of) * if step.side == side { 1.0 } else { -1.0 };
    steps.iter().map(worth).sum()
}

/// Returns a side's balance of a line at its first rest with nearly the final balance; `None` if the line never
/// comes to rest.
pub fn balance_of(all: &[Step], side: Color) -> Option<Balance> {
    let steps = &all[..all.len().min(HORIZON)];
    let places: Vec<usize> = (0..steps.len()).filter(|at| rests(steps, *at)).collect();
    let last = *places.last()?;
    let net = |at: usize| net_of(&steps[..=at], side);
    let end = places.into_iter().find(|at| is_as_much(net(*at), net(last))).unwrap_or(last);
    Some(listed(&steps[..=end], side, net(end)))
}

/// Returns whether a balance is at least three quarters of the final one.
fn is_as_much(net: f64, last: f64) -> bool {
    if last < 0.0 { net <= last * 0.75 } else { net >= last * 0.75 }
}

/// A captured piece, with the index of the capture in the line.
#[derive(Clone, Copy)]
struct Capture {
    taken: Piece,
    ply: usize,
}

fn listed(steps: &[Step], side: Color, net: f64) -> Balance {
    let captures = |is_gain: bool| -> Vec<Capture> {
        let steps = steps.iter().enumerate().filter(|(_, step)| (step.side == side) == is_gain);
        steps.filter_map(|(ply, step)| Some(Capture { taken: step.taken?, ply })).collect()
    };
    let (mut lost, mut gained) = (captures(false), captures(true));
    for is_same in [same_role, same_kind] {
        strike(&mut lost, &mut gained, is_same);
    }
    for captures in [&mut lost, &mut gained] {
        captures.sort_by(|one, other| value_of(other.taken).total_cmp(&value_of(one.taken)));
    }
    drop_soldiers(&mut lost, &mut gained);
    let tipping = match (lost.first(), gained.first()) {
        (Some(lost), Some(gained)) if value_of(gained.taken) > value_of(lost.taken) => Some(gained),
        (lost, gained) => lost.or(gained),
    };
    let ply = tipping.map_or(0, |capture| capture.ply);
    let pieces = |captures: &[Capture]| captures.iter().map(|capture| capture.taken).collect();
    Balance { net, lost: pieces(&lost), gained: pieces(&gained), ply }
}

/// Removes soldiers beside greater pieces, except a single soldier given or gained for one piece. The second list
/// is filtered after the first.
fn drop_soldiers(lost: &mut Vec<Capture>, gained: &mut Vec<Capture>) {
    let is_great = |capture: &Capture| value_of(capture.taken) > 1.0;
    for is_first in [true, false] {
        let all = lost.len() + gained.len();
        let has_great = lost.iter().chain(gained.iter()).any(is_great);
        let pieces = if is_first { &mut *lost } else { &mut *gained };
        let is_price = all == 2 && pieces.len() == 1;
        if has_great && !is_price {
            pieces.retain(is_great);
        }
    }
}

fn same_role(one: Piece, other: Piece) -> bool {
    one.role() == other.role()
}

/// Returns whether two pieces are equal in an exchange, such as a horse and a cannon.
fn same_kind(one: Piece, other: Piece) -> bool {
    let kind = |piece: Piece| match piece.role() {
        Role::Horse | Role::Cannon => Role::Horse,
        Role::Advisor | Role::Elephant => Role::Advisor,
        role => role,
    };
    kind(one) == kind(other)
}

/// Removes equal pairs from both lists.
fn strike(lost: &mut Vec<Capture>, gained: &mut Vec<Capture>, is_same: fn(Piece, Piece) -> bool) {
    for at in (0..lost.len()).rev() {
        if let Some(pair) = gained.iter().position(|capture| is_same(capture.taken, lost[at].taken)) {
            gained.remove(pair);
            lost.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::play_out;
    use chuhe_rules::game::Game;

    /// Returns Red's balance of a line: net value, letters of the lost and the gained pieces, and the index.
    fn balance(fen: &str, line: &str) -> Option<(f64, String, String, usize)> {
        let game = Game::new(fen.parse().unwrap());
        let moves = line.split(' ').map(|text| text.parse().unwrap());
        let letters = |pieces: &[Piece]| pieces.iter().map(|piece| piece.letter()).collect();
        let balance = balance_of(&play_out(&game, moves), Color::Red)?;
        Some((balance.net, letters(&balance.lost), letters(&balance.gained), balance.ply))
    }

    #[test]
    fn a_balance_counts_only_finished_exchanges() {
        let fen = "1r1k5/9/9/1n7/9/9/9/1R7/9/1R2K4 w";
        // Rook takes horse, rook takes rook, rook takes rook: a horse is won.
        assert_eq!(balance(fen, "b2b6 b9b6 b0b6"), Some((4.0, String::new(), "n".into(), 0)));
        assert_eq!(balance(fen, "b2b6 b9b6"), None, "still to be taken back");
    }

    #[test]
    fn a_loss_of_soldiers_is_not_named_beside_a_greater_loss() {
        let start = "r2k5/9/9/9/9/R8/P8/9/9/4K4 w";
        let (net, lost, gained, _) = balance(start, "a4a6 a9a6 e0e1 a6a3 e1e0 d9d8 e0e1").unwrap();
        assert_eq!((net, lost.as_str(), gained.as_str()), (-10.0, "R", ""));
    }
}
