//! Tests of the program `chuhe`, run as a separate process.

#[path = "common/network.rs"]
mod network;
#[path = "uci/talk.rs"]
mod talk;

mod cli;
mod conversations;
mod endings_command;
mod games_command;
mod json_lines;
mod lab_command;
mod play;
mod review_command;
mod serve;
mod uci;
mod uci_network;
mod uci_protocol;
