//! Classifies the plies of a repetition and judges it under several rule sets.
//!
//! The Chinese rules (Chinese Xiangqi Association, *Rules of Xiangqi Competition*, 2020, chapter 6, articles 24
//! to 26 with their diagrams) distinguish three kinds of attack: check, threat of mate (杀) and chase. This module
//! implements them as far as a program can decide them:
//!
//! - A *threat of mate* (24.2) is a mate by at most [`KILL_CHECKS`] checks and no other moves. The side could
//!   begin it if the other side passed, and could not have begun it instead of its ply. A mate that begins with
//!   the capture of a piece that could take the captor first is an offer to exchange (diagram 29).
//! - A *chase* (24.3) of any piece is defined as in [`chase`], but does not count if the other side could answer
//!   each of its captures with mate at once. Generals and soldiers may chase, as in the Asian rules.
//! - A ply that does several of these counts as the gravest of them: check, threat of mate, chase.
//! - A general's step out of check is idle, even if it uncovers an attack (diagram 17).
//!
//! Two kinds of attack are not detected, so that such a ply is idle here: winning a piece by checks or by
//! exchanges longer than a capture and its answer, and attacks by several pieces on one with fewer protectors
//! (少根). The comparison of article 26.9 between two sides that both play a prohibited cycle is not implemented
//! either; that is a draw here.

use super::{CyclePly, Game, PlyKind, Ruleset};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chase::{self, Offence, Played, PlyThreats, Suspects};
use crate::types::{ByColor, Color, Move};
use alloc::vec::Vec;

/// Most checks of a mate that counts as a threat. One more makes the longest search about four times as long.
pub const KILL_CHECKS: u32 = 4;
/// Most checks that one search for such a mate tries. A search that needs more finds no mate.
const KILL_TRIES: u32 = 10_000;

/// A ply of a cycle with its kind under each rule book and its threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The ply under the Asian rules.
    pub ply: CyclePly,
    /// The kind under the Chinese rules.
    pub chinese: PlyKind,
    /// The captures that the ply threatens: of the general by each checking piece, and of each chased piece by
    /// each chaser.
    pub lines: Vec<Move>,
    /// The first move of the mate that the ply threatens, if the threat is new.
    pub kill: Option<Move>,
}

/// The ruling of a rule set on a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The code of the rule set.
    pub ruleset: &'static str,
    /// The gravest offence that each side committed on every ply.
    pub offences: ByColor<Offence>,
    /// The losing side; `None` is a draw.
    pub loser: Option<Color>,
}

impl Finding {
    fn threats(&self) -> PlyThreats {
        let chased = self.ply.targets.iter().map(|(square, _)| *square).collect();
        PlyThreats { checks: self.chinese == PlyKind::Check, chased }
    }
}

/// A repetition with the data to judge it under any rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Referee {
    /// The number of occurrences of the position on the board: 2, when nothing is decided yet, or 3 and more.
    pub occurrences: usize,
    /// The plies since the first occurrence that counts.
    pub plies: Vec<Finding>,
    /// The offence of each side under the Asian rules. It is stored because `plies` alone does not show
    /// [`Offence::Chase`].
    asian: ByColor<Offence>,
}

impl Referee {
    /// Returns the ruling of a rule set. With two occurrences it is the ruling on a third one that moves of the
    /// same kind would bring about.
    pub fn verdict_under(&self, ruleset: &Ruleset) -> Ruling {
        let offences = ByColor(Color::ALL.map(|color| self.offence(color, ruleset)));
        Ruling { ruleset: ruleset.code, offences, loser: ruleset.loser(offences) }
    }

    /// Returns the plies as a rule set that weighs attacks classifies them, and the offence that each side
    /// committed on all of its plies.
    pub(crate) fn cycle_under(self, ruleset: &Ruleset) -> (Vec<CyclePly>, ByColor<Offence>) {
        let offences = self.verdict_under(ruleset).offences;
        let plies = self.plies.into_iter().map(|found| CyclePly { kind: found.chinese, ..found.ply });
        (plies.collect(), offences)
    }

    /// Returns the gravest offence under a rule set that a side committed on every ply.
    fn offence(&self, color: Color, ruleset: &Ruleset) -> Offence {
        let attacks = self.plies.iter().filter(|found| found.ply.color == color);
        let is_attack = attacks.clone().all(|found| found.chinese != PlyKind::Idle);
        let guilt = [self.asian[color], if is_attack { Offence::Attack } else { Offence::None }];
        let grave = guilt.into_iter().filter(|offence| ruleset.gravity[*offence as usize] > 0);
        grave.max_by_key(|offence| ruleset.gravity[*offence as usize]).unwrap_or(Offence::None)
    }
}

impl Game {
    /// Returns the repetition of the position on the board, ready for rulings; `None` if the position has not
    /// occurred before since the last capture.
    pub fn referee(&self) -> Option<Referee> {
        let (occurrences, first) = [self.ruleset.occurrences, 2]
            .into_iter()
            .find_map(|times| self.cycle_start(times).map(|first| (times, first)))?;
        Some(self.referee_from(first, occurrences))
    }

    /// Returns the repetition that consists of the plies from index `first` on.
    pub(crate) fn referee_from(&self, first: usize, occurrences: usize) -> Referee {
        let (mut board, mut suspects) = (self.board.clone(), Suspects::FRESH);
        let found = (first..self.plies.len()).rev().map(|index| {
            let ply = &self.plies[index];
            let found = finding(&mut board, index, (ply.mv, ply.captured));
            suspects.saw(found.ply.color, ply.mv, found.threats());
            found
        });
        let mut plies: Vec<Finding> = found.collect();
        plies.reverse();
        Referee { occurrences, plies, asian: suspects.offences() }
    }
}

/// Returns the offence that each side committed on all of its plies, as a rule set weighs it. `plies` led to
/// `board`, the last one first. They must include at least one ply of each side, and no capture.
pub fn offences(ruleset: &Ruleset, board: &Board, plies: impl Iterator<Item = Played>) -> ByColor<Offence> {
    if ruleset.gravity == [0; Offence::NUM] {
        return ByColor([Offence::None; 2]);
    }
    if !ruleset.weighs_attacks() {
        return chase::offences(board, plies);
    }
    let mut board = board.clone();
    // Whether every ply of a side so far checked, and whether every one attacked.
    let mut all = ByColor([(true, true); 2]);
    for played in plies {
        let (checks, attacks) = &mut all[!board.turn()];
        if *attacks {
            let found = finding(&mut board, 0, played);
            *checks &= found.chinese == PlyKind::Check;
            *attacks &= found.chinese != PlyKind::Idle;
        } else {
            board.unmake(played.0, played.1);
        }
        if all.0.iter().all(|(_, attacks)| !attacks) {
            break;
        }
    }
    ByColor(all.0.map(|found| match found {
        (true, _) => Offence::Check,
        (false, true) => Offence::Attack,
        (false, false) => Offence::None,
    }))
}

/// Takes back the ply that led to `board` and classifies it.
fn finding(board: &mut Board, index: usize, played: Played) -> Finding {
    let (mv, color) = (played.0, !board.turn());
    let mut after = board.clone();
    let (checkers, general) = (after.checkers(), after.general(after.turn()));
    let captures = chase::take_back_chases(board, played, Bitboard::FULL);
    let chased: Bitboard = captures.iter().map(|capture| capture.to()).collect();
    let threats = PlyThreats { checks: !checkers.is_empty(), chased };
    let target = |square| Some((square, after.piece_at(square)?));
    let targets = chased.into_iter().filter_map(target).collect();
    let kill = if threats.checks { None } else { fresh_kill(board, &mut after) };
    let steps_out = board.in_check() && mv.from() == board.general(board.turn());
    let chinese = if threats.checks {
        PlyKind::Check
    } else if steps_out {
        PlyKind::Idle
    } else if kill.is_some() {
        PlyKind::Kill
    } else if captures.iter().any(|capture| is_sound(&mut after, *capture)) {
        PlyKind::Chase
    } else {
        PlyKind::Idle
    };
    let checks = checkers.into_iter().map(|from| Move::new(from, general));
    Finding {
        ply: CyclePly { ply: index, mv, color, kind: PlyKind::of(threats), targets },
        chinese,
        lines: checks.chain(captures).collect(),
        kill,
    }
}

/// Returns the first move of the mate that a ply between two positions threatens, if no mate was possible before
/// it.
fn fresh_kill(before: &mut Board, after: &mut Board) -> Option<Move> {
    after.pass();
    let kill = mate_by_checks(after).filter(|mv| !chase::is_offer(after, *mv));
    after.pass();
    kill.filter(|_| mate_by_checks(before).is_none())
}

/// Returns whether the side that just moved could make a capture without being mated at once.
fn is_sound(after: &mut Board, capture: Move) -> bool {
    after.pass();
    let captured = after.make(capture);
    let mated = mate_in(after, 1, &mut KILL_TRIES.clone()).is_some();
    after.unmake(capture, captured);
    after.pass();
    !mated
}

/// Returns the first move of the shortest mate by checks alone within [`KILL_CHECKS`].
fn mate_by_checks(board: &mut Board) -> Option<Move> {
    let mut tries = KILL_TRIES;
    (1..=KILL_CHECKS).find_map(|checks| mate_in(board, checks, &mut tries))
}

fn mate_in(board: &mut Board, checks: u32, tries: &mut u32) -> Option<Move> {
    let moves = board.legal_moves();
    moves.into_iter().find(|mv| {
        if !board.gives_check(*mv) || *tries == 0 {
            return false;
        }
        *tries -= 1;
        let captured = board.make(*mv);
        let mates = is_mated(board, checks - 1, tries);
        board.unmake(*mv, captured);
        mates
    })
}

/// Returns whether the side in check is mated now, or by at most `checks` more checks after every answer.
fn is_mated(board: &mut Board, checks: u32, tries: &mut u32) -> bool {
    let answers = board.legal_moves();
    answers.is_empty()
        || checks > 0
            && answers.into_iter().all(|answer| {
                let captured = board.make(answer);
                let mates = mate_in(board, checks, tries).is_some();
                board.unmake(answer, captured);
                mates
            })
}
