//! Measures how fast the laboratory makes scripts and compares correct answers:
//! `cargo bench --bench lab`

use broadside::lab::compare::{Lenience, compare};
use broadside::lab::generate::{Generator, Scope};
use broadside::ports::programs::Ended;
use divan::{Bencher, black_box, counter::ItemsCount};

fn main() {
    divan::main();
}

/// The number of scripts in one measured run.
const SCRIPTS: u64 = 1100;

/// Generates scripts with their correct answers, and writes the scripts as text. Compares each
/// answer with the output of a correct program, which is the answer itself.
#[divan::bench]
fn generate_and_compare(bencher: Bencher<'_, '_>) {
    let generator = Generator::new(&1.into(), Scope::default());
    bencher.counter(ItemsCount::new(SCRIPTS)).bench(|| {
        for k in 0..SCRIPTS {
            let script = generator.script(k);
            black_box(script.draft.to_bytes());
            let ended = Ended::exited(0, script.answer.output.clone());
            black_box(compare(&script.draft, &script.answer, &ended, Lenience::default()));
        }
    });
}
