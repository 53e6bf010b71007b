//! Measures a relay under load: rooms with two players who move in turn, and all of them back after a restart.
//!
//! The players run in this process, in one thread, so delays contain the time of both sides. Memory and time of the relay
//! are read from `/proc`.

mod player;

use clap::Args;
use player::Hall;
use std::fs;
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// Time between two looks at whether something has happened.
const PAUSE: Duration = Duration::from_millis(5);
/// Time after which a relay has allocated what it needs without rooms.
const SETTLING: Duration = Duration::from_secs(3);
/// Ticks in a second in `/proc/PID/stat` (`CLK_TCK` of Linux).
const TICKS: f64 = 100.0;

/// Measure a relay: delay of a move, memory of a room, time until all are back after a restart.
#[derive(Args)]
pub struct RelayLoad {
    /// Rooms, each with two players
    #[arg(long, default_value_t = 2000)]
    rooms: u32,
    /// Seconds between two moves in a room
    #[arg(long, default_value_t = 10)]
    every: u32,
    /// Seconds of play that are measured
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Bytes of a game, at least 8
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u16).range(8..=2048))]
    payload: u16,
    /// The address on which the relay listens
    #[arg(long, default_value = "127.0.0.1:9001")]
    address: SocketAddr,
    /// The relay: a program and its arguments
    #[arg(last = true, required = true)]
    relay: Vec<String>,
}

/// The running relay; it ends with this value.
struct Relay(Child);

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Relay {
    /// Returns the memory in use in KiB.
    fn memory(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.0.id());
        let status = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).ok_or(format!("{path}: no VmRSS"))
    }

    /// Returns the processor time used so far.
    fn processor_time(&self) -> Result<Duration, String> {
        let path = format!("/proc/{}/stat", self.0.id());
        let stat = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        // The name of the program, in parentheses, may contain spaces.
        let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok());
        let (Some(user), Some(system)) = (ticks(11), ticks(12)) else {
            return Err(format!("{path}: too short"));
        };
        Ok(Duration::from_secs_f64((user + system) / TICKS))
    }
}

impl RelayLoad {
    /// Measures and prints. Returns true if all players came and came back.
    pub fn run(&self) -> Result<bool, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(|error| error.to_string())?.block_on(self.measure())
    }

    async fn measure(&self) -> Result<bool, String> {
        let mut relay = self.start().await?;
        sleep(SETTLING).await;
        let empty = relay.memory()?;
        let hall = Arc::new(Hall::new(self.address, self.every, usize::from(self.payload)));
        let players = 2 * self.rooms as usize;
        let start = Instant::now();
        for player in 0..2 * self.rooms {
            tokio::spawn(player::play(hall.clone(), player / 2, player % 2));
            // No more at once than can be waiting for the relay to accept them.
            while hall.ready() + 100 < player as usize {
                sleep(PAUSE).await;
            }
        }
        until_ready(&hall, players).await;
        println!("{players} players in {} rooms after {:.1?}", self.rooms, start.elapsed());
        sleep(Duration::from_secs(u64::from(self.every))).await;
        let (full, before) = (relay.memory()?, relay.processor_time()?);
        hall.measure();
        sleep(Duration::from_secs(self.seconds)).await;
        let mut delays = hall.delays();
        let busy = relay.processor_time()? - before;
        delays.sort_unstable();
        let at = |share: f64| delays.get((delays.len() as f64 * share) as usize).copied().unwrap_or_default();
        println!(
            "moves: {} in {} s, in ms: median {:.2}, 99 % {:.2}, longest {:.2}",
            delays.len(),
            self.seconds,
            ms(at(0.5)),
            ms(at(0.99)),
            ms(delays.last().copied().unwrap_or_default())
        );
        println!("processor time: {:.1} % of a core", busy.as_secs_f64() / self.seconds as f64 * 100.0);
        println!(
            "memory: {empty} KiB without rooms, {full} KiB with them, {:.1} KiB a room; in the end {} KiB",
            (full.saturating_sub(empty)) as f64 / f64::from(self.rooms),
            relay.memory()?
        );
        drop(relay);
        while hall.ready() > 0 {
            sleep(PAUSE).await;
        }
        let start = Instant::now();
        relay = self.start().await?;
        let started = start.elapsed();
        until_ready(&hall, players).await;
        println!(
            "after a restart: listening after {started:.1?}, all players are back after {:.1?}",
            start.elapsed()
        );
        drop(relay);
        Ok(true)
    }

    /// Starts the relay and waits until it listens.
    async fn start(&self) -> Result<Relay, String> {
        let [program, arguments @ ..] = &self.relay[..] else { return Err("no relay".to_owned()) };
        let child = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut relay = Relay(child.map_err(|error| format!("{program}: {error}"))?);
        while TcpStream::connect(self.address).await.is_err() {
            if let Ok(Some(status)) = relay.0.try_wait() {
                return Err(format!("{program} has ended: {status}"));
            }
            sleep(PAUSE).await;
        }
        Ok(relay)
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

async fn until_ready(hall: &Hall, players: usize) {
    while hall.ready() < players {
        sleep(PAUSE).await;
    }
}
