//! Tests how sessions read files and the records of matches.

use broadside_core::board::Side;
use broadside_core::ports::LONGEST_LINE;
use broadside_ships::script::hand_over::Watched;
use broadside_ships::script::{Flow, Session, feed};
use std::io::{self, BufReader, Read};

/// A reader of bytes. A signal interrupts every second read, beginning with the first.
struct Interrupted<'s>(&'s [u8], bool);

impl Read for Interrupted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
    }
}

#[test]
fn a_long_line_is_refused_however_it_is_read() {
    let mut script = b"[state]\nREEF 0 0\n".to_vec();
    script.resize(script.len() + LONGEST_LINE, b' ');
    script.extend_from_slice(b"REEF 1 1\n[state]\n");
    for size in [1 << 17, 1 << 22] {
        let mut session = Session::default();
        let mut input = BufReader::with_capacity(size, &script[..]);
        let error = feed(&mut session, &mut input, &mut io::sink()).unwrap_err().to_string();
        assert!(error.contains("a line of at most 1 MiB"), "{error}");
        assert_eq!(session.game().board().reefs().laid().len(), 1);
    }
}

#[test]
fn a_read_that_a_signal_interrupts_is_tried_again() {
    let mut input = BufReader::new(Interrupted(b"[state] BOARD_SIZE 1 3 PRINT 0 [state]", false));
    let mut out = Vec::new();
    let flow = feed(&mut Session::default(), &mut input, &mut out).unwrap();
    assert_eq!((flow, &out[..]), (Flow::Continue, &b"   \nPARTS REMAINING:: A : 0 B : 0\n"[..]));
}

/// Notes are what a side may know in a fair game. Regression: the notes of a recorded game left out
/// the orders that were refused.
#[test]
fn refused_orders_of_a_record_become_notes() {
    let record = b"[state] SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 0 EXTENDED_SHIPS [state]\n\
        [playerA]\n\
        PLACE_SHIP 2 2 N 0 DES\n\
        # refused SHOOT 0 DES 20 9: SHOOTING TOO FAR\n\
        # refused NOTHING: OF THIS KIND\n\
        [playerA]\n";
    let mut watched = Watched::default();
    watched.run(record, &mut Vec::new()).unwrap();
    let notes = watched.observer().notes(Side::First).iter().map(ToString::to_string);
    assert_eq!(notes.collect::<Vec<_>>(), ["TURN 1", "REFUSED SHOOT 0 DES 20 9: SHOOTING TOO FAR"]);
}
