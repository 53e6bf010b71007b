//! The native command line of Chuhe.

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use chuhe::engine::eval::nnue::Network;
    use chuhe::front::cli::{self, CliError, Manner, Question};
    use chuhe::front::lab::{self, Layout};
    use chuhe::front::play::{self, Language};
    use chuhe::front::{bench, route, serve, uci};
    use chuhe::game::fen::{self, Position};
    use chuhe::game::movegen::{divide, perft, perft_playing_all};
    use chuhe::game::notation::Notation;
    use chuhe::game::record::Export;
    use chuhe::game::rules::Declaration;
    use chuhe::game::types::Color;
    use chuhe::lab::route::Heuristic;
    use chuhe::lab::tree::{DepthRule, Judge, MAX_DEPTH, Method};
    use clap::error::ErrorKind;
    use clap::{Args, ColorChoice, CommandFactory, Parser, Subcommand};
    use std::env;
    use std::io::{self, BufReader, BufWriter, IsTerminal, Write, stdin, stdout};
    use std::net::IpAddr;
    use std::panic;
    use std::path::PathBuf;
    use std::process::{self, ExitCode};
    use std::thread;
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    /// Chuhe 楚河: a Xiangqi engine.
    #[derive(Parser)]
    #[command(version)]
    struct Arguments {
        #[command(subcommand)]
        command: Option<Command>,
    }

    #[derive(Subcommand)]
    enum Command {
        /// Play a game in the terminal
        Play(Box<Play>),
        /// Serve the page, and the engine over HTTP (`POST /best`)
        #[command(long_about = SERVE_HELP)]
        Serve(Serve),
        /// Talk UCI or UCCI over standard input and output
        Uci,
        /// Search fixed positions: the total of nodes is a checksum of the search
        Bench(Bench),
        /// Count the move sequences of some plies
        Perft(Box<Count>),
        /// List the legal moves of a position
        Moves(Asked),
        /// Judge a game: who has won or drawn, why, and what the plies of a repetition were
        Verdict {
            #[command(flatten)]
            asked: Asked,
            #[command(flatten)]
            declared: Declared,
        },
        /// Write moves in another notation
        Notate {
            #[command(flatten)]
            asked: Asked,
            /// chinese, wxf, iccs, ucci (ranks 0 to 9) or uci (ranks 1 to 10)
            #[arg(long, value_parser = notation)]
            to: Notation,
        },
        /// Turn a game record into another format
        Convert {
            /// The file, of whatever format and encoding; `-` for standard input
            file: String,
            /// pgn (or pgn-wxf, pgn-iccs), dhtmlxq, fen (the last position), iccs or ucci
            #[arg(long, value_parser = export)]
            to: Export,
            /// Leave out comments and variations, for programs that read no further than the first of them
            #[arg(long)]
            moves_only: bool,
            /// Answer in JSON, with what the file was
            #[arg(long)]
            json: bool,
        },
        /// Compare ways to search a game tree on a position, from minimax to the engine's own, depth by depth
        Lab(Lab),
        /// Find the shortest route over a grid for somebody whose stamina is limited
        Route {
            /// The file: a line of rows, columns and stamina, then the rows: 0 road, 1 obstacle, 2 supply
            /// station, 3 start, 4 end; `-` for standard input
            file: String,
            /// manhattan, or zero for uniform-cost search
            #[arg(long, value_parser = heuristic, default_value = "manhattan")]
            heuristic: Heuristic,
            /// Answer in JSON, with how many states were expanded
            #[arg(long)]
            json: bool,
        },
    }

    #[derive(Args)]
    struct Play {
        /// The strength of the engine, from 1 to 15
        #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=15))]
        level: u8,
        /// Your side
        #[arg(long, value_parser = side, default_value = "red")]
        side: Color,
        /// The engine has Black and moves first
        #[arg(long, conflicts_with_all = ["side", "two", "fen"])]
        engine_first: bool,
        /// Two people play, the engine gives hints at most
        #[arg(long, conflicts_with = "side")]
        two: bool,
        /// The position to begin with
        #[arg(long, default_value = fen::START)]
        fen: Position,
        /// zh or en; else as the system is set up
        #[arg(long, value_parser = language)]
        lang: Option<Language>,
        /// How moves are written: chinese, wxf or iccs; else as the language has it
        #[arg(long, value_parser = notation)]
        notation: Option<Notation>,
        /// Show pieces as letters, capitals for Red
        #[arg(long)]
        letters: bool,
        /// When to use colours; `auto` does in a terminal, unless NO_COLOR is set
        #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
        color: ColorChoice,
        /// What the engine's whims depend on; else each game is another one
        #[arg(long)]
        seed: Option<u64>,
    }

    /// What `chuhe serve --help` says.
    const SERVE_HELP: &str = "\
Serve the page, and the engine over HTTP.

The page plays by the engine of the server when it is opened with ?engine=http.

POST /best takes a form:
  fen       the position
  move      the moves since, such as h2e2,h9g7
and, if wanted:
  depth, nodes, movetime (ms), level (1 to 15, 6.5 being half-way between two)
            limits; without any a search takes a second
  seed      varies the lower levels and the choice among moves of the book
  multipv   lines to report
  book      true: play from the opening book
  scores    those of the side's moves before, such as -310,-425,mate-8, by which it resigns and offers draws
The answer is the bare move, or with Accept: application/json all that was found. 503 with Retry-After says that
too many wait; other errors name code, field and value.

GET /healthz answers ok.";

    #[derive(Args)]
    struct Serve {
        /// The folder with the page; without one the engine alone is served
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
        /// The address to listen on
        #[arg(long, default_value = "127.0.0.1")]
        host: IpAddr,
        /// The first port to try; 0 lets the system choose one
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Searches at the same time; as many as there are processors if left out
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
        searches: Option<u16>,
        /// Requests that may wait for one
        #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
        queue: u16,
        /// The longest time of a search in milliseconds; a request may wait for its turn as long, and two seconds at least
        #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
        cap: u32,
    }

    #[derive(Args)]
    struct Asked {
        /// The position as FEN, `startpos`, or `-` to read lines `FEN moves …` from standard input
        fen: String,
        /// The moves since, in any notation; coordinates count ranks from 0
        moves: Vec<String>,
        /// The notation of the moves given, where the text does not tell it
        #[arg(long, value_parser = notation)]
        from: Option<Notation>,
        /// Answer in JSON
        #[arg(long)]
        json: bool,
    }

    #[derive(Args)]
    #[group(multiple = false)]
    struct Declared {
        /// The side that resigned
        #[arg(long, value_name = "SIDE", value_parser = side)]
        resigned: Option<Color>,
        /// The side whose time ran out
        #[arg(long, value_name = "SIDE", value_parser = side)]
        timed_out: Option<Color>,
        /// Both agreed to a draw
        #[arg(long)]
        agreed: bool,
    }

    #[derive(Args)]
    struct Bench {
        /// Plies
        #[arg(long, default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..=100))]
        depth: i32,
        /// Hash table in MiB
        #[arg(long, value_name = "MB", default_value = "16", value_parser = clap::value_parser!(u16).range(1..=1024))]
        hash: u16,
        /// Count leaf evaluations at the first move instead, depth by depth
        #[arg(long, conflicts_with = "depth")]
        leaves: bool,
        /// List the positions instead
        #[arg(long, conflicts_with_all = ["depth", "leaves"])]
        positions: bool,
        /// Judge positions by the handcrafted evaluation, not by the network
        #[arg(long)]
        hand: bool,
    }

    #[derive(Args)]
    struct Count {
        /// Plies
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
        depth: u32,
        /// The position, the start position if left out
        #[arg(long, default_value = fen::START)]
        fen: Position,
        /// Count for each first move
        #[arg(long)]
        divide: bool,
        /// Play the last ply too, instead of only counting it
        #[arg(long)]
        all: bool,
    }

    /// Greatest depth of the laboratory's searches, in plies, where no other is asked for.
    const LAB_DEPTH: u32 = 4;

    #[derive(Args)]
    struct Lab {
        /// The position as FEN
        #[arg(default_value = "startpos")]
        fen: String,
        /// The moves since, in any notation
        moves: Vec<String>,
        #[arg(
            long,
            help = format!("The greatest depth in plies; not with the rule phase, which sets it [default: {LAB_DEPTH}]"),
            value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)),
        )]
        depth: Option<u32>,
        /// What the depth follows: fixed, phase (5 plies, 6 from ply 10 on, 7 from ply 50 on; report D), or pieces
        /// (one more at 28, 12 and 6 pieces; report E)
        #[arg(long, value_parser = DepthRule::CODES, default_value = "fixed")]
        rule: String,
        /// Which, separated by commas: minimax, alphabeta, ordered, pvs, pvs-reversed, pvs-table, chuhe
        #[arg(long, value_parser = method, value_delimiter = ',', default_value = "minimax,alphabeta,ordered,pvs,pvs-reversed,pvs-table,chuhe")]
        methods: Vec<Method>,
        /// What positions are judged by: a or b (material of those reports), c or e (and where it stands), or chuhe;
        /// the method chuhe judges as it does
        #[arg(long, value_parser = judge, default_value = "c")]
        judge: Judge,
        /// Write a table in Markdown
        #[arg(long, conflicts_with = "csv")]
        markdown: bool,
        /// Write fields separated by commas
        #[arg(long)]
        csv: bool,
    }

    fn method(code: &str) -> Result<Method, String> {
        let codes = Method::ALL.map(Method::code).join(", ");
        Method::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
    }

    fn judge(code: &str) -> Result<Judge, String> {
        let codes = Judge::ALL.map(Judge::code).join(", ");
        Judge::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
    }

    fn notation(code: &str) -> Result<Notation, String> {
        let codes = Notation::ALL.map(Notation::code).join(", ");
        Notation::from_code(code).ok_or_else(|| format!("'{code}' is none of {codes}"))
    }

    fn language(code: &str) -> Result<Language, String> {
        Language::from_code(code).ok_or_else(|| format!("'{code}' is neither zh nor en"))
    }

    fn side(name: &str) -> Result<Color, String> {
        Color::from_name(name).ok_or_else(|| format!("'{name}' is neither red nor black"))
    }

    fn export(code: &str) -> Result<Export, String> {
        let codes = Export::ALL.map(Export::code).join(", ");
        Export::from_code(code).ok_or_else(|| format!("'{code}' is none of pgn, {codes}"))
    }

    fn heuristic(code: &str) -> Result<Heuristic, String> {
        Heuristic::from_code(code).ok_or_else(|| format!("'{code}' is neither manhattan nor zero"))
    }

    fn say(answer: String) -> Result<(), CliError> {
        Ok(stdout().write_all(answer.as_bytes())?)
    }

    /// The status of a command that was asked something it cannot answer.
    const REFUSED: u8 = 2;

    /// Runs the command line.
    pub fn main() -> ExitCode {
        let command = Arguments::parse().command.unwrap_or_else(Command::unasked);
        // One request that fails must not take the others along.
        if !matches!(command, Command::Serve(_)) {
            abort_on_panic();
        }
        let result = match command {
            Command::Play(play) => play.run().map_err(CliError::from),
            Command::Serve(serve) => serve.run().map_err(CliError::from),
            Command::Uci => uci::run(BufReader::new(stdin()), stdout()).map_err(CliError::from),
            Command::Bench(bench) => bench.run().map_err(CliError::from),
            Command::Perft(count) => count.run().map_err(CliError::from),
            Command::Moves(asked) => asked.answer(Question::Moves),
            Command::Verdict { asked, declared } => asked.answer(Question::Verdict(declared.declaration())),
            Command::Notate { asked, to } => asked.answer(Question::Notate(to)),
            Command::Convert { file, to, moves_only, json } => {
                cli::convert(&file, to, moves_only, json).and_then(say)
            }
            Command::Lab(lab) => lab.run(),
            Command::Route { file, heuristic, json } => route::answer(&file, heuristic, json).and_then(say),
        };
        match result {
            Ok(()) => ExitCode::SUCCESS,
            // Whoever reads the output may stop reading.
            Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::from(REFUSED)
            }
        }
    }

    /// Ends the whole program when any of its threads panics: whoever waits for an answer then learns that none
    /// will come. (Not by the profile, since `cargo bench` cannot mix programs that abort with benchmarks.)
    fn abort_on_panic() {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            tell(info);
            process::abort();
        }));
    }

    impl Command {
        /// What no command means: board programs start an engine without arguments and talk to it, people
        /// look for help.
        fn unasked() -> Command {
            if !stdin().is_terminal() {
                return Command::Uci;
            }
            let mut arguments = Arguments::command();
            arguments.error(ErrorKind::MissingSubcommand, "a command is missing").exit()
        }
    }

    impl Play {
        fn run(self) -> io::Result<()> {
            let is_terminal = stdout().is_terminal();
            let colour = match self.color {
                ColorChoice::Auto => {
                    is_terminal && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                }
                ColorChoice::Always => true,
                ColorChoice::Never => false,
            };
            let language = self.lang.unwrap_or_else(language_of_system);
            let mut start = self.fen;
            if self.engine_first {
                start.board.pass();
            }
            let unlike =
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
            let usual = if language == Language::Chinese { Notation::Chinese } else { Notation::Wxf };
            let setup = play::Setup {
                start,
                person: (!self.two).then_some(self.side),
                level: self.level,
                seed: self.seed.unwrap_or(unlike),
                language,
                notation: self.notation.unwrap_or(usual),
                style: play::Style { colour, letters: self.letters },
                is_live: is_terminal,
            };
            play::run(stdin().lock(), BufWriter::new(stdout().lock()), setup)
        }
    }

    impl Serve {
        fn run(self) -> io::Result<()> {
            if let Some(folder) = self.dir.as_deref().filter(|folder| !folder.join("index.html").is_file()) {
                let message = format!("the folder '{}' holds no index.html", folder.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, message));
            }
            let processors = thread::available_parallelism().map_or(1, usize::from);
            let setup = serve::Setup {
                folder: self.dir,
                host: self.host,
                port: self.port,
                searches: self.searches.map_or(processors, usize::from),
                queue: self.queue.into(),
                cap: Duration::from_millis(self.cap.into()),
            };
            serve::run(setup, &mut stdout())
        }
    }

    impl Lab {
        fn run(self) -> Result<(), CliError> {
            let layout = match (self.markdown, self.csv) {
                (true, _) => Layout::Markdown,
                (_, true) => Layout::Csv,
                _ => Layout::Text,
            };
            if let ("phase", Some(depth)) = (&*self.rule, self.depth) {
                let conflict =
                    format!("'--depth {depth}' cannot be used with '--rule phase', which sets the depth");
                let mut command = Arguments::command();
                command.build();
                command
                    .find_subcommand_mut("lab")
                    .expect("it is one")
                    .error(ErrorKind::ArgumentConflict, conflict)
                    .exit();
            }
            let base = self.depth.unwrap_or(LAB_DEPTH);
            let rule = DepthRule::from_code(&self.rule, base).unwrap_or(DepthRule::Fixed(base));
            let (methods, judge, moves) = (self.methods, self.judge, self.moves.join(" "));
            let setup = lab::Setup { fen: self.fen, moves, methods, judge, rule, layout };
            lab::run(&setup, &mut stdout())
        }
    }

    /// The language that the environment asks for.
    fn language_of_system() -> Language {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
        Language::of_locale(&asked.into_iter().find(|value| !value.is_empty()).unwrap_or_default())
    }

    impl Asked {
        fn answer(self, question: Question) -> Result<(), CliError> {
            let manner = Manner { from: self.from, json: self.json };
            let moves = self.moves.join(" ");
            match (&*self.fen, &*moves) {
                ("-", "") => cli::answer_lines(question, stdin().lock(), BufWriter::new(stdout()), manner),
                ("-", _) => Err(CliError::Argument(moves)),
                (fen, moves) => say(cli::answer(question, fen, moves, manner)?),
            }
        }
    }

    impl Declared {
        fn declaration(self) -> Option<Declaration> {
            let agreed = self.agreed.then_some(Declaration::Agreement);
            let timed_out = self.timed_out.map(Declaration::Time);
            self.resigned.map(Declaration::Resignation).or(timed_out).or(agreed)
        }
    }

    impl Bench {
        fn run(self) -> io::Result<()> {
            let network = Network::embedded().filter(|_| !self.hand);
            if self.positions {
                bench::POSITIONS.iter().try_for_each(|fen| writeln!(stdout(), "{fen}"))
            } else if self.leaves {
                bench::compare_leaves(&mut stdout(), self.hash.into(), network.as_ref())
            } else {
                bench::run(&mut stdout(), self.depth, self.hash.into(), network.as_ref())
            }
        }
    }

    impl Count {
        fn run(self) -> io::Result<()> {
            let count = if self.all { perft_playing_all } else { perft };
            let mut board = self.fen.board;
            let started = Instant::now();
            let total = divide(&mut board, self.depth, count, |mv, nodes| {
                if self.divide { writeln!(stdout(), "{mv}: {nodes}") } else { Ok(()) }
            })?;
            let seconds = started.elapsed().as_secs_f64();
            let speed = total as f64 / seconds.max(1e-9);
            writeln!(stdout(), "{total} nodes, {seconds:.3} s, {speed:.0} nodes/s")
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
