//! The `speedsheet` command.

fn main() {}
