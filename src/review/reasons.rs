//! Finds the change on the board that allows the first move of a punishment. Names it only if the board proves it:
//! the reply was illegal or harmless before, had the other side been to move already.

use super::facts::{Fact, Question};
use super::line::{Refused, after, is_answered, moves, refused};
use chuhe_rules::attacks::between;
use chuhe_rules::board::Board;
use chuhe_rules::fen;
use chuhe_rules::game::{Game, Reason, Refusal, Ruleset, checked_general};
use chuhe_rules::position::Position;
use chuhe_rules::types::{Color, Move, Piece, Role, Square};

/// The position before and after the move in question, with the reply to it.
struct Reply {
    /// The move in question.
    mv: Move,
    /// The piece that moved.
    piece: Piece,
    reply: Move,
    /// The board before the move in question.
    before: Board,
    /// The position before the move with the other side to move; `None` if that position is illegal.
    earlier: Option<Game>,
    /// The position after the move in question.
    later: Game,
}

/// Returns the change that allows the reply, if the board proves it.
pub fn reason_for(question: &Question<'_>) -> Option<Fact> {
    let (mv, reply) = (question.played, *question.punishment.first()?);
    let before = question.game.board().clone();
    let piece = before.piece_at(mv.from())?;
    let ruleset = question.game.ruleset();
    let later = Game::new(after(&question.game, mv).position()).under(ruleset);
    let earlier = game_of(&before, later.board().turn(), ruleset);
    if refused(&later, reply).is_some() {
        return None;
    }
    Reply { mv, piece, reply, before, earlier, later }.find()
}

/// Returns a game that begins with these pieces; `None` if the side not to move is in check.
fn game_of(board: &Board, turn: Color, ruleset: &'static Ruleset) -> Option<Game> {
    let side = if turn == Color::Red { 'w' } else { 'b' };
    let position = format!("{} {side}", fen::placement(board)).parse::<Position>();
    position.ok().map(|position| Game::new(position).under(ruleset))
}

impl Reply {
    fn find(&self) -> Option<Fact> {
        if self.reply.to() == self.mv.to() {
            let name = if is_answered(&self.later, self.reply) { "enters" } else { "enters-free" };
            return Some(Fact::at(name, self.piece, self.mv.to()));
        }
        let freed = self.way_opened().or_else(|| self.general_bared());
        let Some(earlier) = self.earlier.as_ref().filter(|_| freed.is_none()) else { return freed };
        match refused(earlier, self.reply) {
            Some(Refused::By(Refusal::LeavesCheck | Refusal::GeneralsFace)) => {
                let pinned = self.mover()?;
                // A general may be unable to go to a square, but is never pinned.
                let is_pin = pinned.role() != Role::General;
                is_pin.then(|| Fact::at("unpins", pinned, self.reply.from()))
            }
            Some(_) => None,
            None => self.stood_already(earlier),
        }
    }

    /// Returns the piece that makes the reply.
    fn mover(&self) -> Option<Piece> {
        self.later.board().piece_at(self.reply.from())
    }

    /// Returns the fact that the reply passes the moved piece's old square, or uses the piece as a screen.
    fn way_opened(&self) -> Option<Fact> {
        let earlier = self.earlier.as_ref().map(|earlier| refused(earlier, self.reply));
        if earlier.is_some_and(|it| !matches!(it, Some(Refused::By(Refusal::CannotReach(_))))) {
            return None;
        }
        let (start, end, from) = (self.reply.from(), self.reply.to(), self.mv.from());
        let piece = self.mover()?;
        let way = between(start, end);
        let stood = (way & self.before.occupied()).count();
        let is_capture = self.later.board().piece_at(end).is_some();
        let name = match piece.role() {
            Role::Horse if middle(start, end) == Some(from) => "frees-leg",
            Role::Elephant if middle(start, end) == Some(from) => "frees-eye",
            Role::Cannon if is_capture && way.has(from) && stood == 2 => "screen-removed",
            Role::Cannon if is_capture && way.has(self.mv.to()) && stood == 0 => "screen-given",
            Role::Cannon if is_capture => return None,
            Role::Rook | Role::Cannon if way.has(from) && stood == 1 => "opens-way",
            _ => return None,
        };
        Some(Fact::at(name, piece, start))
    }

    /// Returns the fact that the reply checks along a line that the moved piece had blocked.
    fn general_bared(&self) -> Option<Fact> {
        let earlier = self.earlier.as_ref().filter(|earlier| refused(earlier, self.reply).is_none())?;
        let (end, next) = (self.reply.to(), after(&self.later, self.reply));
        let general = checked_general(next.board())?;
        let piece = next.board().piece_at(end)?;
        let is_bared = next.board().checkers().has(end)
            && piece.role() == Role::Rook
            && between(end, general).has(self.mv.from());
        let was_check = after(earlier, self.reply).board().in_check();
        (is_bared && !was_check).then(|| Fact::at("opens-general", piece, general))
    }

    /// Returns why the reply works now, if it was possible before the move too: the moved piece prevented or answered
    /// it, or the move ignored the threat.
    fn stood_already(&self, earlier: &Game) -> Option<Fact> {
        let square = self.reply.to();
        if ends_game(&self.later, self.reply) {
            return match ends_game(earlier, self.reply) {
                true => Some(Fact::named("ignores-mate")),
                false => self.only_guard(earlier),
            };
        }
        let taken = self.later.board().piece_at(square)?;
        if self.before.piece_at(square) != Some(taken) || is_answered(&self.later, self.reply) {
            return None;
        }
        let name = if is_answered(earlier, self.reply) { "unprotects" } else { "ignores-piece" };
        Some(Fact::at(name, taken, square))
    }

    /// Returns the fact that only the moved piece could answer the reply.
    fn only_guard(&self, earlier: &Game) -> Option<Fact> {
        let next = after(earlier, self.reply);
        let mut answers = moves(&next).map(|mv| mv.from()).peekable();
        let is_only = answers.peek().is_some() && answers.all(|from| from == self.mv.from());
        is_only.then(|| Fact::at("guard", self.piece, self.mv.from()))
    }
}

/// Returns the square that can block a horse or an elephant on its way.
fn middle(start: Square, end: Square) -> Option<Square> {
    let files = end.file() as i8 - start.file() as i8;
    let ranks = end.rank() as i8 - start.rank() as i8;
    start.try_offset(files / 2, ranks / 2)
}

/// Returns whether a move leaves the other side without a legal move.
fn ends_game(game: &Game, mv: Move) -> bool {
    matches!(after(game, mv).verdict().reason, Some(Reason::Checkmate | Reason::Stalemate))
}
