//! The native command line of Chuhe.
fn main() {}
