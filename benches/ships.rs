//! Measures the Ships language: reading, playing, pictures and SAVE. Run it with
//! `cargo bench --bench ships`.

mod inputs;

use broadside::rules::ships::{Detail, Game, Picture};
use broadside::script::{Reader, Session, feed, save};
use divan::{Bencher, black_box, counter::BytesCount};
use std::io;

fn main() {
    divan::main();
}

fn turns() -> Vec<u8> {
    let mut script = Vec::new();
    inputs::turns(10_000, &mut script).expect("a write to memory never fails");
    script
}

/// Returns a game on a board of 1000 x 1000 fields with 100,000 reefs.
fn game() -> Game {
    let mut script = Vec::new();
    inputs::reefs(1000, 100_000, &mut script).expect("a write to memory never fails");
    let mut session = Session::default();
    feed(&mut session, &mut script.as_slice(), &mut io::sink()).expect("the script runs");
    session.game().clone()
}

/// Reads the events of a script without carrying them out.
#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let script = turns();
    bencher.counter(BytesCount::of_slice(&script)).bench(|| {
        let (mut reader, mut group) = (Reader::default(), None);
        for line in script.split(|byte| *byte == b'\n') {
            let mut line = reader.line(line);
            while let Some(event) = reader.next(&mut line, group).expect("a script") {
                group = event.group_after(group);
                black_box(event);
            }
        }
    });
}

/// Reads and carries out the script that [`parse`] only reads.
#[divan::bench]
fn evaluate(bencher: Bencher<'_, '_>) {
    let script = turns();
    bencher.counter(BytesCount::of_slice(&script)).bench(|| {
        let mut session = Session::default();
        feed(&mut session, &mut script.as_slice(), &mut io::sink()).expect("the script runs");
        session
    });
}

/// Runs a script with two full fleets on 10^9 x 10^9 fields with 10,000 reefs, moves, and SAVE.
#[divan::bench]
fn ocean(bencher: Bencher<'_, '_>) {
    let mut script = Vec::new();
    inputs::ocean(10_000, &mut script).expect("a write to memory never fails");
    bencher.counter(BytesCount::of_slice(&script)).bench(|| {
        let mut session = Session::default();
        feed(&mut session, &mut script.as_slice(), &mut io::sink()).expect("the script runs");
        session
    });
}

#[divan::bench(args = [Detail::Basic, Detail::Extended])]
fn print(bencher: Bencher<'_, '_>, detail: Detail) {
    let game = game();
    bencher.bench(|| {
        let picture = Picture::new(&game, detail).expect("a small board");
        picture.draw(&mut io::sink()).expect("a sink takes everything");
    });
}

#[divan::bench]
fn save(bencher: Bencher<'_, '_>) {
    let game = game();
    bencher.bench(|| save::write(&game, &mut io::sink()).expect("a sink takes everything"));
}
