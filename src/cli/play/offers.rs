//! The commands to resign, to offer a draw and to play on.

use super::Table;
use chuhe::rules::game::Declaration;
use std::io::{self, Write};

impl<W: Write> Table<W> {
    pub(crate) fn resign(&mut self) -> io::Result<()> {
        if !self.is_over() {
            self.game.declare(Declaration::Resignation(self.setup.person.unwrap_or(self.turn())));
        }
        self.tell_standing()
    }

    /// Accepts the engine's draw, or offers one to it.
    pub(crate) fn offer_draw(&mut self) -> io::Result<()> {
        if self.is_over() {
            return self.tell_standing();
        }
        if self.setup.person.is_none() || self.is_draw_offered || self.takes_draw {
            self.game.declare(Declaration::Agreement);
            return self.tell_standing();
        }
        self.tell("电脑不同意和棋。", "The engine declines.")
    }

    pub(crate) fn play_on(&mut self) -> io::Result<()> {
        if !self.is_declared() {
            return self.tell("没有人认输。", "Nobody has resigned.");
        }
        self.plays_on = true;
        self.game.withdraw();
        self.tell_standing()
    }

    /// Forgets the engine's view of a draw, which belongs to another position.
    pub(crate) fn forget_draw(&mut self) {
        self.is_draw_offered = false;
        self.takes_draw = false;
    }
}
