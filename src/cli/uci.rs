//! Speaks UCI and UCCI, the protocols between engines and graphical interfaces, in one loop.
//!
//! UCI is Stefan Meyer-Kahlen's Universal Chess Interface, as Fairy-Stockfish and Pikafish use it for Xiangqi.
//! UCCI is the Universal Chinese Chess Protocol 3.0 of xqbase.com. Commands of both are understood at any time;
//! answers are in UCI until the command `ucci` arrives.
//!
//! One thread reads the input and another runs a search or a perft. Both report to the loop, which alone writes.
//! Therefore `stop`, `ponderhit`, `isready`, `d` and `quit` are answered at once during a search; all other commands
//! wait until it ends. When the input ends, limited searches are finished first.
//!
//! Every `go` is answered by one `bestmove` (in UCCI perhaps `nobestmove`), because the interface waits for it.
//! Unusable parts of a `go` are reported and ignored; only after an invalid `position` is there no move.

mod answer;
mod command;
mod go;
mod job;
mod limits;
mod options;
mod position;

use answer::{Dialect, Found};
use chuhe::engine::book::Book;
use chuhe::engine::eval::nnue::Network;
use chuhe::engine::level::Strength;
use chuhe::engine::limits::Stop;
use chuhe::engine::session::{DEFAULT_HASH, Info, Report, Session};
use chuhe::rules::game::{ASIAN, Game, Ruleset};
use chuhe::rules::notation::coordinate::RankBase;
use chuhe::rules::types::Move;
use command::{Command, Fault};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// An event that the loop waits for.
enum Event {
    /// A line of input.
    Line(String),
    /// The end of the input.
    End,
    /// The latest result for each line, the best first.
    Infos(Vec<Info>),
    /// The search has begun another root move.
    CurrentMove {
        depth: i32,
        mv: Move,
        /// Number of the move, from 1.
        number: usize,
    },
    /// The search is over.
    Done(Box<Session>, Box<Report>),
    /// A line of output from a perft.
    Said(String),
    /// The perft is over.
    Counted(Box<Session>),
}

/// The session, or the means to stop the thread that has it.
enum Engine {
    /// The session, while nothing runs.
    Idle(Box<Session>),
    /// A search or a perft runs; its thread has the session.
    Busy {
        /// Ends the search or perft.
        stop: Stop,
        /// Whether the answer waits for `stop` or `ponderhit`.
        waits: bool,
        /// Whether the search may last until `stop` or `ponderhit`.
        is_endless: bool,
        /// The session and the report of a finished search whose `bestmove` waits for `stop` or `ponderhit`.
        held: Option<(Box<Session>, Box<Report>)>,
    },
}

/// The values set by `setoption`.
struct Settings {
    multipv: usize,
    level: Option<Strength>,
    seed: u64,
    /// Unit of UCCI's times.
    unit: Duration,
    shows_wdl: bool,
    /// Whether to evaluate positions by the network.
    uses_network: bool,
    /// True if solved endings are looked up.
    uses_endings: bool,
    /// Whether to play from the opening book.
    book: bool,
    book_file: Option<Arc<Book>>,
    network: Option<Arc<Network>>,
    /// The rule set that decides games.
    ruleset: &'static Ruleset,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            multipv: 1,
            level: None,
            seed: 0,
            unit: Duration::from_millis(1),
            shows_wdl: false,
            uses_network: true,
            uses_endings: true,
            book: false,
            book_file: Book::embedded(),
            network: Network::embedded(),
            ruleset: &ASIAN,
        }
    }
}

/// The properties of a `go` besides its limits.
#[derive(Clone, Copy, Default)]
struct Task {
    /// Whether only `stop` ends the search.
    is_infinite: bool,
    /// Whether the search may last until `stop` or `ponderhit`.
    is_endless: bool,
    /// Whether the answer waits for `stop` or `ponderhit`.
    waits: bool,
    /// Whether the opponent offers a draw.
    is_offered_draw: bool,
}

struct Shell<W> {
    out: W,
    dialect: Dialect,
    base: RankBase,
    settings: Settings,
    game: Game,
    /// Whether the last `position` was invalid, so that there is nothing to search.
    is_refused: bool,
    banned: Vec<Move>,
    engine: Engine,
    task: Task,
    events: Sender<Event>,
    /// Commands that wait until the search ends.
    backlog: VecDeque<Command>,
    /// Whether the input has ended.
    is_closed: bool,
    /// Whether `quit` was received; a running search still gives its best move.
    is_quitting: bool,
    /// Whether to leave the loop.
    is_over: bool,
}

/// Speaks UCI and UCCI until `quit` or the end of the input.
///
/// # Errors
/// When writing the output fails, or no thread can be started.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (events, inbox) = channel();
    let lines = events.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(input, &lines))?;
    Shell::new(output, events).run(&inbox)
}

/// Sends each line to the loop until the input or the loop ends.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if events.send(Event::Line(line)).is_err() {
            return;
        }
        bytes.clear();
    }
    // Sending fails only when the loop has ended.
    let _ = events.send(Event::End);
}

impl<W: Write> Shell<W> {
    fn new(out: W, events: Sender<Event>) -> Shell<W> {
        Shell {
            out,
            dialect: Dialect::default(),
            base: RankBase::default(),
            settings: Settings::default(),
            game: Game::default(),
            is_refused: false,
            banned: Vec::new(),
            engine: Engine::Idle(Box::new(Session::new(DEFAULT_HASH))),
            task: Task::default(),
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
            Event::Infos(infos) => self.tell(infos),
            Event::CurrentMove { depth, mv, number } => {
                self.say(&self.dialect.current_move(depth, mv, number, self.base))
            }
            Event::Done(session, report) => self.done(session, &report),
            Event::Said(line) => self.say(&line),
            Event::Counted(session) => {
                self.engine = Engine::Idle(session);
                Ok(())
            }
        }
    }

    /// Stops an endless search after the end of the input, since no `stop` can come.
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

    /// Writes the result for each line. Programs for UCCI know only one line and show the last that they received,
    /// so the best comes last.
    fn tell(&mut self, mut infos: Vec<Info>) -> io::Result<()> {
        if self.dialect == Dialect::Ucci {
            infos.reverse();
        }
        let is_one_of_many = infos.len() > 1;
        infos.iter().try_for_each(|info| {
            self.say(&self.dialect.info(info, self.base, self.settings.shows_wdl, is_one_of_many))
        })
    }

    fn complain(&mut self, fault: &Fault) -> io::Result<()> {
        self.say(&self.dialect.message(&format!("error: {fault}")))
    }

    /// Carries out a command now, or queues it until the search ends.
    fn accept(&mut self, command: Command) -> io::Result<()> {
        let is_urgent = match command {
            Command::Stop | Command::IsReady | Command::PonderHit { .. } | Command::Quit => true,
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

    /// Carries out a command. A command with a fault changes nothing; the fault is returned.
    fn obey(&mut self, command: Command) -> io::Result<Result<(), Fault>> {
        match command {
            Command::Uci => self.greet(Dialect::Uci, options::for_uci(), "uciok")?,
            Command::Ucci => self.greet(Dialect::Ucci, options::for_ucci(), "ucciok")?,
            Command::IsReady => self.say("readyok")?,
            Command::SetOption { name, value } => return Ok(self.set_option(&name, &value)),
            Command::NewGame => self.forget(),
            Command::Position { fen, moves } => match self.set_position(fen.as_deref(), &moves) {
                Ok(()) => self.tell_oddities()?,
                refused => return Ok(refused),
            },
            Command::BadPosition(fault) => {
                self.is_refused = true;
                return Ok(Err(fault));
            }
            Command::BanMoves(moves) => return Ok(self.ban(&moves)),
            Command::Probe { fen, moves } => return self.probe(fen.as_deref(), &moves),
            Command::Perft(depth) => return self.perft(depth),
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.stop()?,
            Command::PonderHit { draw } => self.ponder_hit(draw)?,
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
            // Programs for UCCI set options without asking which exist.
            let is_fine = self.dialect == Dialect::Ucci;
            return if is_fine { Ok(()) } else { Err(Fault::value("option", name, "known")) };
        };
        match option {
            options::Name::ClearHash => self.forget(),
            options::Name::Milliseconds => {
                self.settings.unit =
                    Duration::from_millis(if options::check("usemillisec", value)? { 1 } else { 1000 });
            }
            options::Name::UseEndings => self.settings.uses_endings = options::check("Use Endings", value)?,
            options::Name::OwnBook => self.settings.book = options::check("OwnBook", value)?,
            options::Name::ShowWdl => self.settings.shows_wdl = options::check("UCI_ShowWDL", value)?,
            options::Name::Ponder => drop(options::check("Ponder", value)?),
            // In UCCI, 0 lets the engine choose.
            options::Name::Hash if value == "0" && self.dialect == Dialect::Ucci => {
                self.set_hash(DEFAULT_HASH)?;
            }
            options::Name::Hash => self.set_hash(options::number(option, value)? as usize)?,
            options::Name::UseNetwork => self.settings.uses_network = options::check("Use NNUE", value)?,
            options::Name::BookFile => self.settings.book_file = options::book(value)?,
            options::Name::EvalFile => self.settings.network = options::network(value)?,
            options::Name::RepetitionRule => {
                self.settings.ruleset = options::ruleset(self.dialect, value)?;
                self.game = self.game.clone().under(self.settings.ruleset);
            }
            options::Name::Variant if value == "xiangqi" => {}
            options::Name::Variant => return Err(Fault::value("UCI_Variant", value, "xiangqi")),
            _ => self.set_number(option, options::number(option, value)?),
        }
        Ok(())
    }

    fn set_number(&mut self, option: options::Name, number: u64) {
        match option {
            options::Name::Threads => self.set_threads(number as usize),
            options::Name::MultiPv => self.settings.multipv = number as usize,
            options::Name::RankBase => self.base = if number == 0 { RankBase::Zero } else { RankBase::One },
            options::Name::Level => {
                self.settings.level =
                    u8::try_from(number).ok().and_then(Strength::level).filter(|level| !level.is_full());
            }
            options::Name::Seed => self.settings.seed = number,
            // The other options are not numbers, or are set elsewhere.
            _ => {}
        }
    }

    /// Replaces the hash table by an empty one of another size.
    fn set_hash(&mut self, megabytes: usize) -> Result<(), Fault> {
        if let Engine::Idle(session) = &mut self.engine {
            session.set_hash(megabytes)?;
        }
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) {
        if let Engine::Idle(session) = &mut self.engine {
            session.set_threads(threads);
        }
    }

    fn forget(&mut self) {
        if let Engine::Idle(session) = &mut self.engine {
            session.new_game();
        }
    }

    /// Takes the session out of the loop for a thread, with the means to stop that thread.
    fn take_session(&mut self, stop: impl FnOnce(&Session) -> Stop) -> Option<(Box<Session>, Stop)> {
        let Engine::Idle(session) = &self.engine else { return None };
        let stop = stop(session);
        let Task { waits, is_endless, .. } = self.task;
        let busy = Engine::Busy { stop: stop.clone(), waits, is_endless, held: None };
        match std::mem::replace(&mut self.engine, busy) {
            Engine::Idle(session) => Some((session, stop)),
            Engine::Busy { .. } => None,
        }
    }

    /// Sends the session to the search thread.
    fn start(&mut self) -> io::Result<()> {
        let events = self.events.clone();
        self.take_session(Session::stop).map_or(Ok(()), |(session, _)| job::search(session, events))
    }

    fn perft(&mut self, depth: u32) -> io::Result<Result<(), Fault>> {
        if let Err(fault) = self.check_position() {
            return Ok(Err(fault));
        }
        self.task = Task::default();
        let (board, base, events) = (self.game.board().clone(), self.base, self.events.clone());
        let Some((session, stop)) = self.take_session(|_| Stop::default()) else { return Ok(Ok(())) };
        job::count(session, job::Count { board, depth, base, stop }, events).map(Ok)
    }

    fn stop(&mut self) -> io::Result<()> {
        match &mut self.engine {
            Engine::Idle(_) if self.dialect == Dialect::Ucci => self.say(self.dialect.no_move()),
            Engine::Idle(_) => Ok(()),
            Engine::Busy { stop, .. } => {
                stop.request();
                self.release()
            }
        }
    }

    /// Notes that the opponent played the expected move: the search's time counts from now.
    fn ponder_hit(&mut self, draw: bool) -> io::Result<()> {
        if let Engine::Busy { stop, is_endless, .. } = &mut self.engine
            && !self.task.is_infinite
        {
            stop.ponder_hit();
            *is_endless = false;
            self.task.is_offered_draw |= draw;
            return self.release();
        }
        Ok(())
    }

    /// Gives the answer that has waited.
    fn release(&mut self) -> io::Result<()> {
        let Engine::Busy { waits, held, .. } = &mut self.engine else { return Ok(()) };
        *waits = false;
        held.take().map_or(Ok(()), |(session, report)| self.done(session, &report))
    }

    /// Takes the session back and gives the answer, unless the answer must wait.
    fn done(&mut self, session: Box<Session>, report: &Report) -> io::Result<()> {
        if let Engine::Busy { waits: true, held, .. } = &mut self.engine {
            *held = Some((session, Box::new(report.clone())));
            return Ok(());
        }
        let agrees = if self.task.is_offered_draw { session.accepts_draw() } else { report.offers_draw };
        let declared = if self.task.is_infinite {
            None
        } else if report.resigns {
            Some("resign")
        } else {
            agrees.then_some("draw")
        };
        self.engine = Engine::Idle(session);
        let found = Found { best: report.best, ponder: report.ponder };
        self.say(&self.dialect.best_move(&found, self.base, declared))
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
