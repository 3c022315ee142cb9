//! The `rookery-opt` tool: reads textual IR, runs passes on it and prints the result.

fn main() -> std::process::ExitCode {
    rookery::cli::main(std::env::args_os().skip(1).collect())
}
