//! Builds what cargo alone cannot build. `cargo xtask web` makes two HTML files: the playground and
//! the page that checks programs. `cargo xtask npm` makes the package for npm.

mod html;
mod npm;
mod web;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask web [-o FILE]
       cargo xtask npm

web builds the playground as one page, target/playground/index.html unless FILE says otherwise, and
beside it verify.html, the page that checks programs. npm builds the interpreter and the opponent of
the playground as a package: target/npm/package/. Both need node, npm and a toolchain for
WebAssembly: `rustup target add wasm32-unknown-unknown`, or the one that `.ci/wasm-toolchain` finds.
";

type Fault = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let texts: Vec<_> = words.iter().map(|word| word.to_str().unwrap_or_default()).collect();
    let built = match texts[..] {
        ["npm"] => npm::build(),
        ["web"] => web::build(None),
        ["web", "-o" | "--output", _] => web::build(Some(PathBuf::from(&words[2]))),
        _ => Err(USAGE.into()),
    };
    match built {
        Ok(summary) => print(&summary, ExitCode::SUCCESS),
        Err(fault) => print(&fault.to_string(), ExitCode::FAILURE),
    }
}

#[expect(clippy::print_stderr, reason = "a task has no other output")]
fn print(text: &str, code: ExitCode) -> ExitCode {
    eprintln!("{}", text.trim_end());
    code
}
