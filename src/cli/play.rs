//! The command `chuhe play`: plays a game in the terminal or over a pipe.
//!
//! The board is drawn after every move. Moves may be typed in any notation, and commands in Chinese or English.

mod arguments;
mod command;
mod draw;
mod engine;
mod files;
mod offers;
mod words;

pub use arguments::Play;
pub use draw::Style;
pub use words::Language;

use chuhe::endings::TableSet;
use chuhe::engine::book::Book;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level;
use chuhe::engine::session::{DEFAULT_HASH, Session};
use chuhe::rules::fen::Position;
use chuhe::rules::game::{self, Game, Reason, Ruleset};
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::notation::{self, Notation, NotationReason};
use chuhe::rules::types::{Color, Move};
use command::Command;
use std::io::{self, BufRead, Write};
use std::path::Path;

/// The configuration of a game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The start position.
    pub start: Position,
    /// The rule set that decides the game.
    pub rules: &'static Ruleset,
    /// The person's side against the engine; `None` when two people play.
    pub person: Option<Color>,
    /// The strength of the engine, from [`level::MIN`] to [`level::MAX`].
    pub level: u8,
    /// Seed of the engine's random choices.
    pub seed: u64,
    /// Language of the messages.
    pub language: Language,
    /// Notation of moves in messages and saved games.
    pub notation: Notation,
    /// Appearance of the board.
    pub style: Style,
    /// Whether to show the engine's progress during a search, as in a terminal.
    pub is_live: bool,
}

/// Plays until the input ends or the person quits.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write, setup: Setup) -> io::Result<()> {
    let mut table = Table::new(output, setup);
    table.welcome()?;
    let mut lines = input.lines();
    loop {
        while table.is_engines_turn() {
            table.reply()?;
        }
        table.ask()?;
        let Some(line) = lines.next() else { return table.farewell() };
        // Replace a line that is not UTF-8 by an unknown command.
        let line = match line {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => "\u{fffd}".to_owned(),
            line => line?,
        };
        match Command::read(&line) {
            Command::Quit => return table.farewell(),
            command => table.obey(command)?,
        }
    }
}

/// The state of the game and of the dialogue.
struct Table<W> {
    out: W,
    setup: Setup,
    game: Game,
    /// Moves taken back, in the order in which they were taken back.
    undone: Vec<Move>,
    session: Session,
    below: Color,
    /// Whether the person asked the engine to play on after it resigned.
    plays_on: bool,
    /// Whether the engine offered a draw with its last move.
    is_draw_offered: bool,
    /// Whether the engine would have accepted a draw at its last move.
    takes_draw: bool,
}

impl<W: Write> Table<W> {
    fn new(out: W, setup: Setup) -> Table<W> {
        let mut session = Session::new(DEFAULT_HASH);
        session.set_network(Network::embedded());
        session.set_book(Book::embedded());
        session.set_endings(TableSet::embedded());
        Table {
            out,
            game: Game::new(setup.start.clone()).under(setup.rules),
            undone: Vec::new(),
            session,
            below: setup.person.unwrap_or(Color::Red),
            plays_on: false,
            is_draw_offered: false,
            takes_draw: false,
            setup,
        }
    }

    /// Returns the text in the chosen language.
    fn pick<'a>(&self, chinese: &'a str, english: &'a str) -> &'a str {
        self.setup.language.pick(chinese, english)
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Prints the text in the chosen language.
    fn tell(&mut self, chinese: &str, english: &str) -> io::Result<()> {
        self.say(self.pick(chinese, english))
    }

    fn turn(&self) -> Color {
        self.game.board().turn()
    }

    fn is_over(&self) -> bool {
        self.game.verdict().is_over()
    }

    fn is_engines_turn(&self) -> bool {
        !self.is_over() && self.setup.person.is_some_and(|person| person != self.turn())
    }

    fn welcome(&mut self) -> io::Result<()> {
        self.tell("楚河。输入 help 看说明。", "Chuhe 楚河. Type help for what can be typed.")?;
        self.show()
    }

    fn farewell(&mut self) -> io::Result<()> {
        self.tell("再见。", "Goodbye.")
    }

    fn show(&mut self) -> io::Result<()> {
        let last = self.game.plies().last().map(|ply| ply.mv);
        let board = draw::draw(self.game.board(), self.below, last, self.setup.style);
        write!(self.out, "\n{board}\n")
    }

    fn ask(&mut self) -> io::Result<()> {
        let side = self.setup.language.side(self.turn());
        let prompt = if self.is_over() { "> ".to_owned() } else { format!("{side}> ") };
        write!(self.out, "{prompt}")?;
        self.out.flush()
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Empty | Command::Quit => Ok(()),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Hint => self.hint(),
            Command::New => self.restart(),
            Command::Flip => {
                self.below = !self.below;
                self.show()
            }
            Command::Board => self.show(),
            Command::Moves => self.list(),
            Command::Fen => {
                let fen = self.game.position().to_string();
                self.say(&fen)
            }
            Command::Level(number) => self.set_level(&number),
            Command::Resign => self.resign(),
            Command::Draw => self.offer_draw(),
            Command::PlayOn => self.play_on(),
            Command::Save { file, replaces } => self.save(&file, replaces),
            Command::Load(file) => self.load(&file),
            Command::Help => write!(self.out, "{}", self.setup.language.help()),
            Command::Move(text) => self.try_move(&text),
        }
    }

    /// Plays the move that the person typed, or prints why it is refused.
    fn try_move(&mut self, text: &str) -> io::Result<()> {
        if self.is_over() {
            return self.tell("棋已下完：new 开新局，undo 悔棋。", "The game is over: new, or undo.");
        }
        match notation::read_any(self.game.board(), text, RankBase::Zero) {
            Ok(mv) => self.play(mv),
            Err(cause) => {
                let refusal = match &cause.reason {
                    NotationReason::Illegal { mv: Some(mv), .. } => game::refusal(self.game.board(), *mv),
                    _ => None,
                };
                let words = match refusal {
                    Some(refusal) => self.setup.language.refusal(refusal).to_owned(),
                    None => {
                        let what = self.pick(
                            "不是这个局面里的着法，也不是命令（help 看说明）",
                            "is neither a move here nor a command (help tells more)",
                        );
                        format!("'{text}' {what}")
                    }
                };
                self.say(&words)
            }
        }
    }

    /// Plays a legal move, draws the board, and prints the move and the state of the game.
    fn play(&mut self, mv: Move) -> io::Result<()> {
        let language = self.setup.language;
        let text = self.written(&[mv]).join("");
        let mover = language.side(self.turn());
        let captured = self.game.board().piece_at(mv.to());
        if let Err(cause) = self.game.play(mv) {
            return self.say(&cause.to_string());
        }
        self.undone.clear();
        self.is_draw_offered = false;
        self.show()?;
        let mut said = format!("{mover}{}{text}", self.pick("：", ": "));
        if let Some(piece) = captured {
            said += self.pick("，吃", ", takes the ");
            said += language.piece(piece);
        }
        self.say(&said)?;
        self.tell_standing()
    }

    /// Prints whether the game is over or the side to move is in check.
    fn tell_standing(&mut self) -> io::Result<()> {
        let verdict = self.game.verdict();
        let words = match verdict.is_over() {
            true => self.setup.language.verdict(&verdict),
            false if self.game.board().in_check() => self.pick("将军！", "Check!").to_owned(),
            false => return Ok(()),
        };
        self.say(&words)
    }

    /// Writes moves from the current position in the chosen notation.
    fn written(&self, moves: &[Move]) -> Vec<String> {
        self.setup.notation.write_line(self.game.board(), moves.iter().copied())
    }

    /// Returns whether a person is to move after `ply` plies.
    fn is_persons(&self, ply: usize) -> bool {
        self.setup.person.is_none_or(|person| person == self.game.mover(ply))
    }

    /// Returns whether the game ended by resignation, time or agreement, not on the board.
    fn is_declared(&self) -> bool {
        let said = [Reason::Resignation, Reason::Time, Reason::Agreement];
        self.game.verdict().reason.is_some_and(|reason| said.contains(&reason))
    }

    /// Takes back moves to a person's last turn; withdraws a declared result first.
    fn undo(&mut self) -> io::Result<()> {
        let played = self.game.plies().len();
        let last = (played + usize::from(self.is_declared())).checked_sub(1);
        let Some(target) = last.and_then(|last| (0..=last).rev().find(|ply| self.is_persons(*ply))) else {
            return self.tell("没有可悔的棋。", "There is nothing to take back.");
        };
        self.forget_draw();
        self.game.withdraw();
        for _ in target..played {
            self.undone.extend(self.game.undo());
        }
        self.show()
    }

    /// Plays the moves taken back again, up to a person's next turn.
    fn redo(&mut self) -> io::Result<()> {
        if self.undone.is_empty() {
            return self.tell("没有可重走的棋。", "There is nothing to play again.");
        }
        self.forget_draw();
        self.game.withdraw();
        while let Some(mv) = self.undone.pop() {
            if self.game.play(mv).is_err() || self.is_persons(self.game.plies().len()) {
                break;
            }
        }
        self.show()?;
        self.tell_standing()
    }

    fn restart(&mut self) -> io::Result<()> {
        self.begin(Game::new(self.setup.start.clone()))
    }

    fn begin(&mut self, game: Game) -> io::Result<()> {
        self.game = game.under(self.setup.rules);
        self.undone.clear();
        self.plays_on = false;
        self.forget_draw();
        self.setup.seed = self.setup.seed.wrapping_add(1);
        self.session.new_game();
        self.show()?;
        self.tell_standing()
    }

    fn list(&mut self) -> io::Result<()> {
        let moves = self.game.plies().iter().map(|ply| ply.mv);
        let texts = self.setup.notation.write_line(&self.game.start().board, moves);
        let lead = usize::from(self.game.start().board.turn() == Color::Black);
        let padded: Vec<String> = std::iter::repeat_n("…".to_owned(), lead).chain(texts).collect();
        for (index, round) in padded.chunks(2).enumerate() {
            let text = format!("{:3}. {}", index + 1, round.join("  "));
            self.say(&text)?;
        }
        Ok(())
    }

    fn set_level(&mut self, text: &str) -> io::Result<()> {
        match text.parse().ok().filter(|number| (level::MIN..=level::MAX).contains(number)) {
            Some(number) => self.setup.level = number,
            None => {
                let [is, no] =
                    [self.pick("级别是", "a level is a number from"), self.pick("的数，不是", "not")];
                let [to, comma] = [self.pick("到", "to"), self.pick("", ",")];
                let text = format!("{is} {} {to} {}{comma} {no} '{text}'", level::MIN, level::MAX);
                return self.say(&text);
            }
        }
        let text = format!("{} {}", self.pick("级别", "level"), self.setup.level);
        self.say(&text)
    }

    fn save(&mut self, file: &str, replaces: bool) -> io::Result<()> {
        let words = match self.write_record(file, replaces) {
            Ok(()) => format!("{} {file}", self.pick("已保存到", "saved to")),
            Err(error) => format!("{file}: {error}"),
        };
        self.say(&words)
    }

    fn write_record(&self, file: &str, replaces: bool) -> Result<(), String> {
        if file.is_empty() {
            return Err(self.pick("要写文件名：save 文件", "a name is missing: save FILE").to_owned());
        }
        if !replaces && Path::new(file).exists() {
            let there = self.pick("文件已经有了；save! 会覆盖它", "it is there already; save! replaces it");
            return Err(there.to_owned());
        }
        let engine = self.setup.person.map(|person| (!person, format!("Chuhe {}", self.setup.level)));
        files::write(file, &self.game, self.setup.notation, engine)
    }

    fn load(&mut self, file: &str) -> io::Result<()> {
        match files::read(file) {
            Ok((game, left_out)) => {
                self.begin(game)?;
                let Some(why) = left_out else { return Ok(()) };
                let what = self.pick(
                    "棋局只保留到这里，其余的没有读入",
                    "the game is kept up to here, the rest is left out",
                );
                self.say(&format!("{file}: {what}: {why}"))
            }
            Err(error) => self.say(&format!("{file}: {error}")),
        }
    }
}
