//! The `rookery-sim` tool: executes programs and shows what their memories hold.

fn main() -> std::process::ExitCode {
    rookery::cli::sim(std::env::args_os().skip(1).collect())
}
