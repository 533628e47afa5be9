//! Smaller scripts that still show the same.
//!
//! What "the same" is, the caller says, who runs the program under test. Here is only what a script
//! may become: groups and commands are left out, a ship is left out together with its number in
//! `SET_FLEET`, ships get smaller numbers, the past becomes what `SAVE` prints, numbers become
//! smaller. This is tried again and again until nothing more can be done, or the runs are used up
//! (delta debugging; Zeller and Hildebrandt, 2002). Groups stay closed.

mod lines;

use crate::lab::draft::{Block, Draft};
use crate::lab::reference;
use crate::script::ast::{Command, Group};
use lines::Lines;
use std::collections::HashSet;
use std::io;
use std::mem;
use std::ops::Range;

/// A script that cannot be made smaller, or not with the runs there were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shrunk {
    /// The script.
    pub(super) draft: Draft,
    /// How many candidates were tried.
    pub(super) runs: u32,
}

/// Makes `draft` smaller as long as `keeps` says that a candidate still shows the same; `keeps` is
/// asked at most `most` times.
///
/// # Errors
/// Those of `keeps`.
pub(super) fn shrink(
    draft: Draft,
    most: u32,
    keeps: &dyn Fn(&Draft) -> io::Result<bool>,
) -> io::Result<Shrunk> {
    let tried = HashSet::from([draft.to_bytes()]);
    let mut work = Work { best: draft, runs: 0, most, tried, keeps };
    while work.round()? {}
    Ok(Shrunk { draft: work.best, runs: work.runs })
}

struct Work<'a> {
    best: Draft,
    runs: u32,
    most: u32,
    tried: HashSet<Vec<u8>>,
    keeps: &'a dyn Fn(&Draft) -> io::Result<bool>,
}

impl Work<'_> {
    /// Tries everything, and tells whether something could be done. Numbers come last: they take
    /// many runs, and fewer lines have fewer of them.
    fn round(&mut self) -> io::Result<bool> {
        let before = self.best.clone();
        while self.leave_out_more()? {}
        for kept in 1..=3 {
            self.forget_past(kept)?;
        }
        self.rewrite(Lines::with_lower_ids)?;
        while self.leave_out_more()? {}
        self.rewrite(Lines::with_smaller_numbers)?;
        Ok(before != self.best)
    }

    /// Leaves out what can be, and tells whether that was something.
    fn leave_out_more(&mut self) -> io::Result<bool> {
        let before = self.best.lines();
        self.leave_out()?;
        self.merge_groups()?;
        self.rewrite(Lines::without_ships)?;
        Ok(self.best.lines() < before)
    }

    /// Takes a candidate if it shows the same.
    fn take(&mut self, candidate: Draft) -> io::Result<bool> {
        if self.runs >= self.most || !self.tried.insert(candidate.to_bytes()) {
            return Ok(false);
        }
        self.runs += 1;
        let is_good = (self.keeps)(&candidate)?;
        if is_good {
            self.best = candidate;
        }
        Ok(is_good)
    }

    /// Leaves out groups, then commands.
    fn leave_out(&mut self) -> io::Result<()> {
        self.leave_out_parts(|draft| draft.blocks.len(), without_blocks)?;
        self.leave_out_parts(|draft| draft.commands().count(), without_commands)
    }

    /// Leaves out parts, many at a time at first.
    fn leave_out_parts(
        &mut self,
        count: fn(&Draft) -> usize,
        without: fn(&Draft, Range<usize>) -> Draft,
    ) -> io::Result<()> {
        let mut size = count(&self.best).div_ceil(2);
        while size > 0 {
            let mut end = count(&self.best);
            while end > 0 {
                let part = end.saturating_sub(size)..end;
                end = part.start;
                self.take(without(&self.best, part))?;
            }
            size /= 2;
        }
        Ok(())
    }

    /// Makes one group of two that follow each other and belong to the same side.
    fn merge_groups(&mut self) -> io::Result<()> {
        for index in (1..self.best.blocks.len()).rev() {
            let mut draft = self.best.clone();
            if draft.blocks[index - 1].group == draft.blocks[index].group {
                let block = draft.blocks.remove(index);
                draft.blocks[index - 1].commands.extend(block.commands);
                draft.blocks[index - 1].intruded |= block.intruded;
                self.take(draft)?;
            }
        }
        Ok(())
    }

    /// Puts what `SAVE` prints in the place of all groups but the last ones, if that makes a smaller
    /// script in the end.
    fn forget_past(&mut self, kept: usize) -> io::Result<()> {
        let Some(candidate) = saved(&self.best, kept) else { return Ok(()) };
        let before = self.best.clone();
        if self.take(candidate)? {
            while self.leave_out_more()? {}
            if self.best.lines() >= before.lines() {
                self.best = before;
            }
        }
        Ok(())
    }

    /// Tries the candidates that `rewrite` makes of the best script, anew after each that is taken.
    fn rewrite(&mut self, rewrite: fn(&Lines) -> Vec<Lines>) -> io::Result<()> {
        'again: loop {
            for candidate in rewrite(&Lines::of(&self.best)) {
                if let Some(draft) = candidate.draft()
                    && self.take(draft)?
                {
                    continue 'again;
                }
            }
            return Ok(());
        }
    }
}

fn without_blocks(draft: &Draft, part: Range<usize>) -> Draft {
    let mut draft = draft.clone();
    draft.blocks.drain(part);
    draft
}

/// The commands are counted through all groups; groups stay.
fn without_commands(draft: &Draft, part: Range<usize>) -> Draft {
    let (mut draft, mut number) = (draft.clone(), 0);
    for block in &mut draft.blocks {
        block.commands.retain(|_| {
            number += 1;
            !part.contains(&(number - 1))
        });
    }
    draft
}

/// The script with the state before its last groups in the place of what brings it about.
fn saved(draft: &Draft, kept: usize) -> Option<Draft> {
    let past = draft.blocks.len().checked_sub(kept).filter(|past| *past > 0)?;
    let (mut past, last) = (without_blocks(draft, past..draft.blocks.len()), &draft.blocks[past..]);
    let mut save = Block::new(Group::State);
    save.commands.push(Command::Save);
    past.blocks.push(save);
    let mut answer = reference::run(&past);
    if answer.end != reference::End::Input {
        return None;
    }
    let start = answer.parts.last()?.start;
    let mut draft = Draft::parse(&mem::take(&mut answer.output)[start..]).ok()?;
    draft.blocks.extend_from_slice(last);
    Some(draft)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, kept: &[&str], expected: &str) {
        let keeps = |draft: &Draft| {
            let text = String::from_utf8(draft.to_bytes()).unwrap();
            Ok(kept.iter().all(|word| text.contains(word)))
        };
        let shrunk = shrink(Draft::parse(script.as_bytes()).unwrap(), 1000, &keeps).unwrap();
        assert_eq!(String::from_utf8(shrunk.draft.to_bytes()).unwrap(), expected);
    }

    #[test]
    fn groups_and_commands_are_left_out() {
        let script = "[state]\nREEF 1 1\n[state]\n[playerA]\nPRINT 0\n[playerA]\n\
            [state]\nSAVE\nPRINT 1\n[state]\n";
        check(script, &["SAVE"], "[state]\nSAVE\n[state]\n");
        check(script, &["REEF", "SAVE"], "[state]\nREEF 0 0\nSAVE\n[state]\n");
    }

    #[test]
    fn ships_go_with_their_numbers() {
        let script = "[state]\nSET_FLEET A 0 0 1 2\n[state]\n[playerA]\n\
            PLACE_SHIP 0 0 W 0 DES\nPLACE_SHIP 4 4 W 1 DES\nPLACE_SHIP 6 6 W 0 CRU\n[playerA]\n";
        let expected = "[state]\nSET_FLEET A 0 0 0 1\n[state]\n[playerA]\n\
            PLACE_SHIP 4 0 W 0 DES\n[playerA]\n";
        check(script, &["SET_FLEET A 0 0 0 1", "PLACE_SHIP 4"], expected);
    }

    #[test]
    fn runs_are_counted_and_bounded() {
        let script = "[state]\nREEF 1 1\nREEF 2 2\nREEF 3 3\n[state]\n";
        let draft = Draft::parse(script.as_bytes()).unwrap();
        let shrunk = shrink(draft.clone(), 2, &|_| Ok(false)).unwrap();
        assert_eq!(shrunk, Shrunk { draft, runs: 2 });
    }
}
