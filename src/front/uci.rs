//! UCI and UCCI, the protocols by which programs talk to an engine, in one loop.
//!
//! UCI is Stefan Meyer-Kahlen's Universal Chess Interface as Fairy-Stockfish and Pikafish use it for
//! Xiangqi; UCCI is the Universal Chinese Chess Protocol 3.0 of xqbase.com. Commands of both are
//! understood at any time; answers are in UCI until `ucci` is heard.
//!
//! Input is read on a thread of its own and a search runs on another one; both report to the loop,
//! which alone writes. So `stop`, `isready`, `d` and `quit` are answered at once while a search runs;
//! all other commands wait for its end. When the input ends, limited searches are finished first.

mod answer;
mod command;
mod options;

use crate::engine::eval::nnue::Network;
use crate::engine::level;
use crate::engine::limits::{Limits, Stop};
use crate::engine::session::{self, DEFAULT_HASH, Info, Report, Session};
use crate::game::fen::Position;
use crate::game::movegen::{divide, perft};
use crate::game::notation::coordinate::RankBase;
use crate::game::rules::Game;
use crate::game::types::Move;
use answer::Dialect;
use command::{Command, Fault, Go};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// Stack of the search thread in bytes: some hundred nested nodes with their move lists.
const STACK: usize = 8 << 20;

/// What the loop waits for.
enum Event {
    /// A line of input.
    Line(String),
    /// The end of the input.
    End,
    /// News of the search.
    Info(Box<Info>),
    /// The search is over.
    Done(Box<Session>, Box<Report>),
}

/// Where the session is.
enum Engine {
    /// Here, with nothing to do.
    Idle(Box<Session>),
    /// In the search thread.
    Busy {
        /// Ends the search.
        stop: Stop,
        /// Whether the answer waits until `stop` is heard.
        waits: bool,
        /// Whether nothing but `stop` ends the search.
        is_endless: bool,
        /// The result that waits.
        held: Option<(Box<Session>, Box<Report>)>,
    },
}

/// What `setoption` has set.
struct Settings {
    multipv: usize,
    level: Option<u8>,
    seed: u64,
    /// The unit of UCCI's times.
    unit: Duration,
    /// Whether to judge positions by the network.
    uses_network: bool,
    network: Option<Arc<Network>>,
}

impl Default for Settings {
    fn default() -> Settings {
        let (unit, network) = (Duration::from_millis(1), Network::embedded());
        Settings { multipv: 1, level: None, seed: 0, unit, uses_network: true, network }
    }
}

struct Shell<W> {
    out: W,
    dialect: Dialect,
    base: RankBase,
    settings: Settings,
    game: Game,
    banned: Vec<Move>,
    engine: Engine,
    /// Nodes of the last info line.
    reported: Option<u64>,
    events: Sender<Event>,
    /// Commands that wait for the end of the search.
    backlog: VecDeque<Command>,
    /// Whether the input has ended.
    is_closed: bool,
    /// Whether `quit` was said: a running search still gives its best move.
    is_quitting: bool,
    /// Whether to leave the loop.
    is_over: bool,
}

/// Talks UCI and UCCI until `quit` or the end of the input.
///
/// # Errors
/// When the output cannot be written to, or no thread can be started.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (events, inbox) = channel();
    let lines = events.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &lines))?;
    Shell::new(output, events).run(&inbox)
}

/// Passes lines on until the input or the loop ends.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if events.send(Event::Line(line)).is_err() {
            return;
        }
        bytes.clear();
    }
    // Nobody is left to hear of it if the loop has ended.
    let _ = events.send(Event::End);
}

/// Runs a job that was begun, sending its news.
fn search(mut session: Box<Session>, events: &Sender<Event>) {
    // The loop outlives the search unless its output has broken; then nobody wants the news.
    session.run(&mut |info| drop(events.send(Event::Info(Box::new(info.clone())))));
    let report = Box::new(session.finish());
    let _ = events.send(Event::Done(session, report));
}

impl<W: Write> Shell<W> {
    fn new(out: W, events: Sender<Event>) -> Shell<W> {
        Shell {
            out,
            dialect: Dialect::default(),
            base: RankBase::default(),
            settings: Settings::default(),
            game: Game::default(),
            banned: Vec::new(),
            engine: Engine::Idle(Box::new(Session::new(DEFAULT_HASH))),
            reported: None,
            events,
            backlog: VecDeque::new(),
            is_closed: false,
            is_quitting: false,
            is_over: false,
        }
    }

    fn run(mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        while !self.is_over {
            let Ok(event) = inbox.recv() else { break };
            self.handle(event)?;
            while !self.is_over && self.is_idle() {
                let Some(command) = self.backlog.pop_front() else { break };
                self.obey_or_complain(command)?;
            }
            if self.is_closed {
                self.wind_up()?;
            }
        }
        if self.is_quitting && self.dialect == Dialect::Ucci { self.say("bye") } else { Ok(()) }
    }

    fn handle(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Line(_) if self.is_quitting => Ok(()),
            Event::Line(line) => match command::read(&line) {
                Ok(Some(command)) => self.accept(command),
                Ok(None) => Ok(()),
                Err(fault) => self.complain(&fault),
            },
            Event::End => {
                self.is_closed = true;
                Ok(())
            }
            Event::Info(info) => {
                self.reported = Some(info.nodes);
                self.say(&self.dialect.info(&info, self.base))
            }
            Event::Done(session, report) => self.done(session, report),
        }
    }

    /// Ends what would never end, now that nobody will say `stop`.
    fn wind_up(&mut self) -> io::Result<()> {
        self.is_over |= self.is_idle();
        if matches!(self.engine, Engine::Busy { is_endless: true, .. }) { self.stop() } else { Ok(()) }
    }

    fn is_idle(&self) -> bool {
        matches!(self.engine, Engine::Idle(_))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    fn complain(&mut self, fault: &Fault) -> io::Result<()> {
        self.say(&self.dialect.message(&format!("error: {fault}")))
    }

    /// Obeys a command now, or later if it must wait for the search.
    fn accept(&mut self, command: Command) -> io::Result<()> {
        let is_urgent = match command {
            Command::Stop | Command::IsReady | Command::PonderHit | Command::Quit => true,
            Command::Display => self.backlog.is_empty(),
            _ => self.backlog.is_empty() && self.is_idle(),
        };
        if is_urgent {
            return self.obey_or_complain(command);
        }
        self.backlog.push_back(command);
        Ok(())
    }

    fn obey_or_complain(&mut self, command: Command) -> io::Result<()> {
        match self.obey(command)? {
            Ok(()) => Ok(()),
            Err(fault) => self.complain(&fault),
        }
    }

    /// Carries out a command; what is wrong with it comes back, having changed nothing.
    fn obey(&mut self, command: Command) -> io::Result<Result<(), Fault>> {
        match command {
            Command::Uci => self.greet(Dialect::Uci, options::for_uci(), "uciok")?,
            Command::Ucci => self.greet(Dialect::Ucci, options::for_ucci(), "ucciok")?,
            Command::IsReady => self.say("readyok")?,
            Command::SetOption { name, value } => return Ok(self.set_option(&name, &value)),
            Command::NewGame => self.forget(),
            Command::Position { fen, moves } => return Ok(self.set_position(fen.as_deref(), &moves)),
            Command::BanMoves(moves) => return Ok(self.ban(&moves)),
            Command::Perft(depth) => self.perft(depth)?,
            Command::Go(go) => match self.prepare(&go) {
                Ok(is_endless) => self.start(is_endless)?,
                Err(fault) => return Ok(Err(fault)),
            },
            Command::Stop => self.stop()?,
            Command::PonderHit => {
                self.say(&self.dialect.message("ponderhit is ignored: Chuhe does not ponder"))?
            }
            Command::Display => self.display()?,
            Command::Quit => self.quit(),
        }
        Ok(Ok(()))
    }

    fn greet(&mut self, dialect: Dialect, options: Vec<String>, end: &str) -> io::Result<()> {
        self.dialect = dialect;
        self.say(concat!("id name Chuhe ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Chuhe authors")?;
        for line in options {
            self.say(&line)?;
        }
        self.say(end)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        #[cfg(feature = "tune")]
        if options::set_param(name, value)? {
            return Ok(());
        }
        let Some(option) = options::named(name) else {
            // UCCI's programs set options without asking which there are.
            let is_fine = self.dialect == Dialect::Ucci;
            return if is_fine { Ok(()) } else { Err(Fault::value("option", name, "known")) };
        };
        match option {
            options::Name::ClearHash => self.forget(),
            options::Name::Milliseconds => {
                self.settings.unit =
                    Duration::from_millis(if options::check("usemillisec", value)? { 1 } else { 1000 });
            }
            options::Name::UseNetwork => self.settings.uses_network = options::check("Use NNUE", value)?,
            options::Name::EvalFile => self.settings.network = options::network(value)?,
            options::Name::Variant if value == "xiangqi" => {}
            options::Name::Variant => return Err(Fault::value("UCI_Variant", value, "xiangqi")),
            _ => self.set_number(option, options::number(option, value)?),
        }
        Ok(())
    }

    fn set_number(&mut self, option: options::Name, number: u64) {
        match option {
            options::Name::Hash => self.engine = Engine::Idle(Box::new(Session::new(number as usize))),
            options::Name::MultiPv => self.settings.multipv = number as usize,
            options::Name::RankBase => self.base = if number == 0 { RankBase::Zero } else { RankBase::One },
            options::Name::Level => {
                self.settings.level = u8::try_from(number).ok().filter(|level| *level < level::MAX);
            }
            options::Name::Seed => self.settings.seed = number,
            options::Name::ClearHash
            | options::Name::UseNetwork
            | options::Name::EvalFile
            | options::Name::Milliseconds
            | options::Name::Variant => {}
        }
    }

    fn forget(&mut self) {
        if let Engine::Idle(session) = &mut self.engine {
            session.new_game();
        }
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), Fault> {
        let start = fen.map_or_else(|| Ok(Position::default()), str::parse)?;
        let mut game = Game::new(start);
        for text in moves {
            let mv = self.read_move("moves", text)?;
            play(&mut game, "moves", text, mv)?;
        }
        self.game = game;
        self.banned.clear();
        Ok(())
    }

    fn ban(&mut self, moves: &[String]) -> Result<(), Fault> {
        self.banned = self.read_moves("banmoves", moves)?;
        Ok(())
    }

    fn read_move(&self, field: &'static str, text: &str) -> Result<Move, Fault> {
        self.base.read(text).map_err(|cause| Fault::Move { field, cause })
    }

    /// Reads moves each of which must be legal now.
    fn read_moves(&self, field: &'static str, texts: &[String]) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::with_capacity(texts.len());
        for text in texts {
            let mv = self.read_move(field, text)?;
            play(&mut self.game.clone(), field, text, mv)?;
            moves.push(mv);
        }
        Ok(moves)
    }

    /// Gives the session its job, if `go` is in order, and tells whether it is endless.
    fn prepare(&mut self, go: &Go) -> Result<bool, Fault> {
        let limits = go.limits(self.game.board().turn(), self.settings.unit)?;
        let wanted = self.read_moves("searchmoves", &go.search_moves)?;
        let Settings { multipv, level, seed, .. } = self.settings;
        let network = self.settings.network.clone().filter(|_| self.settings.uses_network);
        let Engine::Idle(session) = &mut self.engine else { return Ok(false) };
        session.set_network(network);
        session.begin(&self.game, session::Options { limits, multipv, level, seed, book: false });
        let banned = &self.banned;
        session.keep_roots(|mv| !banned.contains(&mv) && (wanted.is_empty() || wanted.contains(&mv)));
        Ok(go.infinite || limits == Limits::default() && level.is_none())
    }

    /// Sends the session to the search thread.
    fn start(&mut self, is_endless: bool) -> io::Result<()> {
        let Engine::Idle(session) = &self.engine else { return Ok(()) };
        // In UCCI an endless search may end by itself when nothing is left to find.
        let waits = is_endless && self.dialect == Dialect::Uci;
        let busy = Engine::Busy { stop: session.stop(), waits, is_endless, held: None };
        let Engine::Idle(session) = std::mem::replace(&mut self.engine, busy) else { return Ok(()) };
        let events = self.events.clone();
        self.reported = None;
        let builder = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        builder.spawn(move || search(session, &events)).map(drop)
    }

    fn stop(&mut self) -> io::Result<()> {
        match &mut self.engine {
            Engine::Idle(_) if self.dialect == Dialect::Ucci => self.say("nobestmove"),
            Engine::Idle(_) => Ok(()),
            Engine::Busy { stop, waits, held, .. } => {
                stop.request();
                *waits = false;
                match held.take() {
                    Some((session, report)) => self.done(session, report),
                    None => Ok(()),
                }
            }
        }
    }

    /// Takes the session back and gives the answer, unless it has to wait.
    fn done(&mut self, session: Box<Session>, report: Box<Report>) -> io::Result<()> {
        if let Engine::Busy { waits: true, held, .. } = &mut self.engine {
            *held = Some((session, report));
            return Ok(());
        }
        self.engine = Engine::Idle(session);
        if self.reported != Some(report.info.nodes) {
            self.say(&self.dialect.info(&report.info, self.base))?;
        }
        self.say(&self.dialect.best_move(&report, self.base))
    }

    fn perft(&mut self, depth: u32) -> io::Result<()> {
        let mut board = self.game.board().clone();
        let total = divide(&mut board, depth, perft, |mv, count| {
            self.say(&format!("{}: {count}", self.base.write(mv)))
        })?;
        self.say(&format!("\nNodes searched: {total}"))
    }

    fn display(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let board = answer::board(&position.board, self.base);
        self.say(&format!("{board}\nFen: {position}"))
    }

    fn quit(&mut self) {
        if let Engine::Busy { stop, .. } = &self.engine {
            stop.request();
        }
        self.backlog.clear();
        self.is_quitting = true;
        self.is_closed = true;
    }
}

/// Plays a move; `field` and `text` are for the fault.
fn play(game: &mut Game, field: &'static str, text: &str, mv: Move) -> Result<(), Fault> {
    let illegal = |reason| Fault::Illegal { field, value: text.to_owned(), reason };
    game.play(mv).map_err(|cause| illegal(cause.refusal.code()))
}
