//! Uses a JavaScript function to run the program that the user entered in the web page.

use broadside_core::ports::programs::{Ended, Ending, Programs, Run, STDERR_TAIL};
use std::io;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
unsafe extern "C" {
    /// The result of a run.
    type Ran;

    /// Runs the program with `input`. Stops it after `millis` milliseconds or `output` bytes.
    #[wasm_bindgen(js_name = runProgram)]
    fn run_program(input: &[u8], millis: f64, output: usize) -> Ran;

    /// Returns how the run ended: `exited`, `timeout`, `output` or `memory`.
    #[wasm_bindgen(method, getter, structural)]
    fn ending(this: &Ran) -> String;

    #[wasm_bindgen(method, getter, structural)]
    fn code(this: &Ran) -> u8;

    #[wasm_bindgen(method, getter, structural)]
    fn stdout(this: &Ran) -> Vec<u8>;

    #[wasm_bindgen(method, getter, structural)]
    fn stderr(this: &Ran) -> Vec<u8>;

    #[wasm_bindgen(method, getter, structural)]
    fn millis(this: &Ran) -> f64;
}

/// The program that the user entered in the web page.
#[derive(Debug)]
pub(super) struct Pasted;

impl Programs for Pasted {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let millis = run.limits.time.map_or(f64::INFINITY, |time| time.as_secs_f64() * 1e3);
        Ok(ended(&run_program(run.input, millis, run.limits.output)))
    }
}

fn ended(ran: &Ran) -> Ended {
    let ending = match &*ran.ending() {
        "timeout" => Ending::Timeout,
        "output" => Ending::Output,
        "memory" => Ending::Memory,
        _ => Ending::Exited(ran.code()),
    };
    let mut stderr_tail = ran.stderr();
    stderr_tail.drain(..stderr_tail.len().saturating_sub(STDERR_TAIL));
    let wall = Duration::try_from_secs_f64(ran.millis() / 1e3).unwrap_or_default();
    Ended { ending, stdout: ran.stdout(), stderr_tail, wall, cpu: wall }
}
