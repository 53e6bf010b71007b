//! The arguments of `chuhe serve`.

use super::{Setup, hosts, run};
use clap::Args;
use std::io::{self, stdout};
use std::net::IpAddr;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// The text of `chuhe serve --help`.
pub const HELP: &str = "\
Serve the page, and the engine and the rules over HTTP.

The page plays by the engine of the server when it is opened with ?engine=http.

POST /best takes a form:
  fen       the position, or startpos
  move      the moves since, such as h2e2,h9g7
and, if wanted:
  from      the notation of the moves, if their text does not show it
  rules     of repetition: asian, chinese or plain
  depth, nodes, movetime (ms), level (1 to 15, 6.5 being half-way between two)
            limits; without any a search takes a second
  strength  in place of level: the same from 0, below the lowest level
  seed      varies the lower levels and the choice among moves of the book
  multipv   lines to report
  book      true: play from the opening book
  scores    those of the side's moves before, such as -310,-425,mate-8, by which it resigns and offers draws
The answer is the bare move, or with Accept: application/json all that was found.

POST /analyse takes fen, move, from, rules, depth, nodes, movetime and multipv, and answers by server-sent events: the
lines of each depth, and at the end a report.
POST /moves takes fen, move and from; POST /verdict takes the same, rules, resigned, timed-out and agreed. Both answer
in JSON like the commands of these names.
POST /convert takes record, to, moves-only, evaluations and clocks, and answers with the converted record. POST /review
takes record, game, nodes, to and lang, and answers by server-sent events. For both the body may also be a file of any
format, with the other fields in the address.
With Accept: application/json /analyse, /convert and /review answer with one JSON object.

503 with Retry-After means that too many requests are waiting. Other errors have code, field and value. GET
/openapi.json describes all requests for programs (OpenAPI 3.1).

GET /healthz answers ok.

/mqtt is the relay for live games between friends: an MQTT 5 broker over WebSockets that takes the topics of these games
and no others. GET /relays.json names it for the page. --no-relay switches it off. docs/RELAY.md says more.

Requests are taken whose Host is an IP address or localhost. Any other is answered 421: otherwise a web site could
have its own name lead here, and ask and read from a visitor's browser. If people come by a name, give it with
--allow-host. Behind a proxy, give the name that the proxy passes on: with Caddy the one that people typed, with
nginx the one in proxy_pass, or the one that people typed if it has 'proxy_set_header Host $host'.";

/// Serve the page, and the engine and the rules over HTTP
#[derive(Args)]
pub struct Serve {
    /// The folder with the page; without one the engine alone is served
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Also serve files outside the folder to which symbolic links in it lead
    #[arg(long)]
    follow_links: bool,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// A name that requests may be sent to, besides IP addresses and localhost; may be given several times
    #[arg(long, value_name = "NAME", value_parser = hosts::name)]
    allow_host: Vec<String>,
    /// The first port to try; 0 lets the system choose one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Searches at the same time; by default the number of processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    searches: Option<u16>,
    /// Requests that may wait for a search
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    queue: u16,
    /// The longest time of a search in milliseconds; a request may wait for its turn as long, and two seconds at least
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    cap: u32,
    /// Serve no relay for live games
    #[arg(long)]
    no_relay: bool,
    /// Rooms of the relay, with four connections for each
    #[arg(long, value_name = "ROOMS", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    relay_rooms: u32,
}

impl Serve {
    /// Serves until a signal ends the program.
    pub fn run(self) -> io::Result<()> {
        if let Some(folder) = self.dir.as_deref().filter(|folder| !folder.join("index.html").is_file()) {
            let message = format!("the folder '{}' holds no index.html", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let setup = Setup {
            folder: self.dir,
            follow_links: self.follow_links,
            host: self.host,
            names: self.allow_host,
            port: self.port,
            searches: self.searches.map_or(processors, usize::from),
            queue: self.queue.into(),
            cap: Duration::from_millis(self.cap.into()),
            relay_rooms: (!self.no_relay).then_some(self.relay_rooms as usize),
        };
        run(setup, &mut stdout())
    }
}
