//! Laws: the rules about the answer of a program that plays as an AI (spec ships §9). The answer
//! has the saved state, a picture, the turn, and a picture.
//!
//! More than one turn can be right, so the turn is not compared with ours. Each law is a [`Rule`]
//! of section 9. One law says that the same input gives the same answer. This law needs a second
//! run, so [`verify`](mod@super::verify) checks it.

mod turn;

use super::outputs::{Lenience, OutputLine, lines};
use super::rules::{Rule, RuleSet};
use broadside_core::board::Side;
use broadside_ships::rules::{Detail, Game, Picture};
use broadside_ships::script::ast::Group;
use broadside_ships::script::save;

/// A law that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    pub rule: Rule,
    /// The form of an illegal order, for example `MOVE i C F|L|R`. Empty for other breaches.
    pub form: String,
    /// What is wrong, in words.
    pub words: String,
    /// The offset of the breach in the answer. If the breach is at the end of the answer, this is
    /// the length of the answer.
    pub byte: usize,
}

/// What a judged answer breaks, and what was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    pub breaches: Vec<Breach>,
    /// The laws that the answer had to keep.
    pub reached: RuleSet,
}

impl Judgement {
    fn breach(&mut self, rule: Rule, words: impl Into<String>, byte: usize) {
        self.breaches.push(Breach { rule, form: String::new(), words: words.into(), byte });
    }
}

/// Judges the answer of a program for a `game` in which an AI is to move. The answer must begin
/// with the state `saved`. If `saved` is `None`, this state is what our SAVE prints.
pub fn judge(game: &Game, saved: Option<Vec<u8>>, answer: &[u8], lenience: Lenience) -> Judgement {
    let saved = saved.unwrap_or_else(|| {
        let mut saved = Vec::new();
        save::write(game, &mut saved).expect("a write to memory never fails");
        saved
    });
    let mut judge = Judge {
        game,
        saved: &saved,
        lines: lines(answer, lenience).collect(),
        next: 0,
        end: answer.len(),
        judgement: Judgement::default(),
    };
    judge.judgement.reached.insert(Rule::AiAnswers);
    if judge.lines.is_empty() {
        judge.breach(Rule::AiAnswers, "no answer");
    } else {
        judge.read();
    }
    judge.judgement
}

struct Judge<'a> {
    game: &'a Game,
    saved: &'a [u8],
    lines: Vec<OutputLine<'a>>,
    next: usize,
    end: usize,
    judgement: Judgement,
}

const STATE: &[u8] = b"[state]";

impl<'a> Judge<'a> {
    fn read(&mut self) {
        for rule in [Rule::AiState, Rule::AiPictures, Rule::AiTurn] {
            self.judgement.reached.insert(rule);
        }
        self.state();
        self.picture("before");
        if self.turn() {
            self.picture("after");
            if self.peek().is_some() {
                self.breach(Rule::AiPictures, "something stands after the last picture");
            }
        }
    }

    fn peek(&self) -> Option<&'a [u8]> {
        self.lines.get(self.next).map(|line| line.text)
    }

    fn byte(&self) -> usize {
        self.lines.get(self.next).map_or(self.end, |line| line.start)
    }

    fn breach(&mut self, rule: Rule, words: impl Into<String>) {
        let byte = self.byte();
        self.judgement.breach(rule, words, byte);
    }

    fn skip_if(&mut self, text: &[u8]) -> bool {
        let is_it = self.peek() == Some(text);
        self.next += usize::from(is_it);
        is_it
    }

    fn state(&mut self) {
        if self.peek() != Some(STATE) {
            return self.breach(Rule::AiAnswers, "the answer does not begin with [state]");
        }
        for line in lines(self.saved, Lenience::default()) {
            if !self.skip_if(line.text) {
                // If SAVE ends here, the message names the extra line. Otherwise, it names the line
                // that SAVE prints here.
                let wrong = self.peek().filter(|_| line.text == STATE).unwrap_or(line.text);
                let words = format!("{} is not as SAVE prints it", keyword(wrong));
                self.breach(Rule::AiState, words);
                return self.skip_state();
            }
        }
    }

    fn skip_state(&mut self) {
        while self.peek().is_some_and(|line| line != STATE && side_of(line).is_none()) {
            self.next += 1;
        }
        self.skip_if(STATE);
    }

    fn picture(&mut self, place: &str) {
        let is_drawn = Picture::new(self.game, Detail::Basic).is_ok();
        let group: &[&[u8]] = if is_drawn { &[STATE, b"PRINT 0", STATE] } else { &[] };
        if !group.iter().all(|line| self.skip_if(line)) {
            self.breach(Rule::AiPictures, format!("no PRINT 0 {place} the turn"));
            self.skip_state();
        }
    }

    fn turn(&mut self) -> bool {
        let player = self.lines[self.next..].iter().position(|line| side_of(line.text).is_some());
        match player {
            Some(0) => {}
            Some(more) => {
                self.breach(Rule::AiPictures, "something stands before the turn");
                self.next += more;
            }
            None => {
                self.breach(Rule::AiTurn, "there is no turn");
                return false;
            }
        }
        let (expected, tag) = (self.game.expected(), self.lines[self.next].text);
        if side_of(tag) != Some(expected) {
            self.breach(Rule::AiTurn, "it is the turn of the player who is not expected");
        }
        self.next += 1;
        let rest = &self.lines[self.next..];
        let length = rest.iter().position(|line| line.text == tag).unwrap_or(rest.len());
        let orders: Vec<_> = rest[..length].to_vec();
        if side_of(tag) == Some(expected) {
            turn::judge(self.game, &orders, self.byte(), &mut self.judgement);
        }
        self.next += length;
        if !self.skip_if(tag) {
            self.breach(Rule::AiTurn, "the turn is not closed");
        }
        true
    }
}

fn side_of(line: &[u8]) -> Option<Side> {
    Side::ALL.into_iter().find(|side| Group::Turn(*side).tag().as_bytes() == line)
}

fn keyword(line: &[u8]) -> String {
    let word = line.split(u8::is_ascii_whitespace).next();
    word.unwrap_or_default().escape_ascii().to_string()
}
