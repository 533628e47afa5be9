//! Programs in memory, for example for tests. They start no process.

use super::{Answer, Command, Dialogue, Dialogues, Ended, Ending, Limits, Programs, Run};
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// A program in memory: a function that gets the input and returns the result. The limit of output
/// applies, but not the limits of time and memory.
#[derive(Clone, Copy, Debug)]
pub struct InMemory<F>(pub F);

impl<F: Fn(&[u8]) -> Ended + Sync> Programs for InMemory<F> {
    fn run(&self, run: &Run<'_>) -> io::Result<Ended> {
        let mut ended = (self.0)(run.input);
        if ended.stdout.len() > run.limits.output {
            ended.stdout.truncate(run.limits.output);
            ended.ending = Ending::Output;
        }
        Ok(ended)
    }
}

/// A program in memory that exchanges lines. The function `answer` gets each line that is sent to
/// the program, and a queue. The function puts the program's answer into the queue, line by line.
#[derive(Clone, Debug)]
pub struct InMemoryDialogue<F> {
    answer: F,
    printed: VecDeque<Vec<u8>>,
}

impl<F: FnMut(&str, &mut VecDeque<Vec<u8>>) + Send> InMemoryDialogue<F> {
    /// Creates a program that has received no line yet.
    pub const fn new(answer: F) -> Self {
        Self { answer, printed: VecDeque::new() }
    }
}

impl<F: FnMut(&str, &mut VecDeque<Vec<u8>>) + Send> Dialogue for InMemoryDialogue<F> {
    fn send(&mut self, line: &str) -> io::Result<()> {
        (self.answer)(line, &mut self.printed);
        Ok(())
    }

    /// Returns the next line, or a timeout if there is no line.
    fn receive(&mut self, _: Duration) -> io::Result<Answer> {
        let none = || Answer::Ended(Ended::new(Ending::Timeout, []));
        Ok(self.printed.pop_front().map_or_else(none, Answer::Line))
    }

    fn ready(&mut self) -> io::Result<Option<Vec<u8>>> {
        Ok(self.printed.pop_front())
    }
}

/// Each dialogue gets a copy of the program in its current state.
impl<F> Dialogues for InMemoryDialogue<F>
where
    F: FnMut(&str, &mut VecDeque<Vec<u8>>) + Clone + Send + Sync + 'static,
{
    fn open(&self, _: &Command, _: Limits) -> io::Result<Box<dyn Dialogue>> {
        Ok(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_in_memory_is_stopped_at_the_limit_of_output() {
        let flood = InMemory(|_: &[u8]| Ended::exited(0, vec![b'x'; 9]));
        let limits = Limits { output: 8, ..Limits::default() };
        let ended = flood.run(&Run { command: &Command::default(), input: b"", limits }).unwrap();
        assert_eq!((ended.ending, ended.stdout.len()), (Ending::Output, 8));
    }
}
