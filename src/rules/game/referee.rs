//! A repetition under several rule sets, ply by ply: what each was, and how each rule book judges.
//!
//! The Chinese rules (Chinese Xiangqi Association, *Rules of Xiangqi Competition*, 2020, chapter 6, articles
//! 24 to 26 with their diagrams) tell three kinds of attack apart: check, threat of mate (杀) and chase. They
//! are read here as far as a program can decide them:
//!
//! - A *threat of mate* (24.2) is a mate by checks alone that the side could begin if the other side passed,
//!   of at most [`KILL_CHECKS`] checks, and could not have begun instead of its ply. One that begins by taking
//!   a piece which could take the captor first is an offer to exchange (diagram 29).
//! - A *chase* (24.3) is what [`chase`] calls one, of any piece, unless every capture by which it chases would
//!   let the captor be mated at once. Generals and soldiers may chase, as in the Asian rules.
//! - A ply that does several things is the gravest of them: check, threat of mate, chase.
//! - A general's step out of check is idle, whatever it uncovers (diagram 17).
//!
//! Not looked for, so that such a ply is idle here: pieces won by checks or by exchanges longer than a capture
//! and its answer, attacks by several pieces on one that has fewer protectors (少根), and the comparison of
//! article 26.9 between two sides that both play what is prohibited; that is a draw here.

use super::{CyclePly, Game, PlyKind, Ruleset};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::chase::{self, Offence, Played, PlyThreats, Suspects};
use crate::types::{ByColor, Color, Move};

/// How many checks a mate may take that counts as threatened. One more makes the longest search about four times
/// as long.
pub const KILL_CHECKS: u32 = 4;
/// How many checks are tried in one search for such a mate. With more there is none.
const KILL_TRIES: u32 = 10_000;

/// What a ply of a cycle was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What it was under the Asian rules.
    pub ply: CyclePly,
    /// What the Chinese rules call it.
    pub chinese: PlyKind,
    /// The captures that it threatens: of the general by what gives check, of each chased piece by what
    /// chases it.
    pub lines: Vec<Move>,
    /// The first move of the mate that it threatens, if it brought that threat.
    pub kill: Option<Move>,
}

/// How a rule set judges a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The code of the rule set.
    pub ruleset: &'static str,
    /// The gravest thing that a side did with every ply.
    pub offences: ByColor<Offence>,
    /// Who loses; `None` is a draw.
    pub loser: Option<Color>,
}

impl Finding {
    fn threats(&self) -> PlyThreats {
        let chased = self.ply.targets.iter().map(|(square, _)| *square).collect();
        PlyThreats { checks: self.chinese == PlyKind::Check, chased }
    }
}

/// A repetition and what the rule books say of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Referee {
    /// How often the position on the board has occurred: 2, when nothing is decided yet, or 3 and more.
    pub occurrences: usize,
    /// The plies since the first of the occurrences that count.
    pub plies: Vec<Finding>,
    /// What the side did, for [`Offence::Chase`], which the plies alone do not show.
    asian: ByColor<Offence>,
}

impl Referee {
    /// How a rule set judges. With two occurrences it is what a third one would bring, if it came about by
    /// moves of the same kind.
    pub fn verdict_under(&self, ruleset: &Ruleset) -> Ruling {
        let offences = ByColor(Color::ALL.map(|color| self.offence(color, ruleset)));
        Ruling { ruleset: ruleset.code, offences, loser: ruleset.loser(offences) }
    }

    /// The plies as a rule set that weighs attacks calls them, and what each side did with all of its own.
    pub(crate) fn cycle_under(self, ruleset: &Ruleset) -> (Vec<CyclePly>, ByColor<Offence>) {
        let offences = self.verdict_under(ruleset).offences;
        let plies = self.plies.into_iter().map(|found| CyclePly { kind: found.chinese, ..found.ply });
        (plies.collect(), offences)
    }

    /// The gravest under a rule set of what a side did with every ply.
    fn offence(&self, color: Color, ruleset: &Ruleset) -> Offence {
        let attacks = self.plies.iter().filter(|found| found.ply.color == color);
        let is_attack = attacks.clone().all(|found| found.chinese != PlyKind::Idle);
        let guilt = [self.asian[color], if is_attack { Offence::Attack } else { Offence::None }];
        let grave = guilt.into_iter().filter(|offence| ruleset.gravity[*offence as usize] > 0);
        grave.max_by_key(|offence| ruleset.gravity[*offence as usize]).unwrap_or(Offence::None)
    }
}

impl Game {
    /// What the plies since the position on the board occurred before were, and how rule sets judge them.
    /// `None` when it has not occurred since the last capture.
    pub fn referee(&self) -> Option<Referee> {
        let (occurrences, first) = [self.ruleset.occurrences, 2]
            .into_iter()
            .find_map(|times| self.cycle_start(times).map(|first| (times, first)))?;
        Some(self.referee_from(first, occurrences))
    }

    /// The same for the plies from index `first` on.
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

/// What each side did with all of its plies, as a rule set weighs it. `plies` led to `board`, the last one first;
/// there must be at least one of each side, and no capture among them.
pub fn offences(ruleset: &Ruleset, board: &Board, plies: impl Iterator<Item = Played>) -> ByColor<Offence> {
    if ruleset.gravity == [0; Offence::NUM] {
        return ByColor([Offence::None; 2]);
    }
    if !ruleset.weighs_attacks() {
        return chase::offences(board, plies);
    }
    let mut board = board.clone();
    // Whether every ply so far checked, and whether every one attacked.
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

/// Takes a ply, which led to `board`, back and says what it was.
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

/// The first move of the mate that a ply between two positions threatens and that was none before it.
fn fresh_kill(before: &mut Board, after: &mut Board) -> Option<Move> {
    after.pass();
    let kill = mate_by_checks(after).filter(|mv| !chase::is_offer(after, *mv));
    after.pass();
    kill.filter(|_| mate_by_checks(before).is_none())
}

/// Whether the side that just moved could make a capture without being mated at once.
fn is_sound(after: &mut Board, capture: Move) -> bool {
    after.pass();
    let captured = after.make(capture);
    let mated = mate_in(after, 1, &mut KILL_TRIES.clone()).is_some();
    after.unmake(capture, captured);
    after.pass();
    !mated
}

/// The first move of a mate by checks alone, the shortest within [`KILL_CHECKS`].
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

/// Whether the side in check is mated, now or by at most so many more checks whatever it answers.
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
