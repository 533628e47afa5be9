//! Exams: the tests that all submissions take.

use super::visible::Shown;
use crate::cards;
use crate::compare::Lenience;
use crate::draft::{Block, Draft};
use crate::generate::{Generator, Scope};
use crate::habit::Habit;
use crate::lean::is_won;
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::outputs::{same_bytes, without_newline};
use crate::reference::{self, Answer};
use crate::rules::{Level, Rule, RuleSet, Settled};
use crate::shrink::ships::index_mut;
use crate::verify::{
    Case, Form, LAST_TAG, Origin, PROBES, Probe, REFUSED_TAG, VICTORY, of_card, read_as,
};
use broadside_core::board::{Coord, Side};
use broadside_core::dice::Seed;
use broadside_core::ports::programs::Ended;
use broadside_core::text::line_after;
use broadside_ships::rules::{Class, Health, Order, Setting};
use broadside_ships::script::SyntaxError;
use broadside_ships::script::ast::{Command, Group};
use rayon::iter::{
    IntoParallelIterator as _, IntoParallelRefMutIterator as _, ParallelExtend as _,
    ParallelIterator as _,
};

/// Says which tests an exam has, besides probes (fixed scripts for the form of output) and scripts
/// about the form of input.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// Whether the exam has all cards (small scripts, each for one rule).
    pub cards: bool,
    /// The tests of the user.
    pub cases: Vec<Test>,
    /// The number of random scripts for each level.
    pub random: u64,
    /// The seed of the random scripts.
    pub seed: Seed,
    /// The last level of the cards and random scripts; `None` for all levels.
    pub most: Option<Level>,
    /// The misreadings (wrong readings of one rule each) that the course teaches as right.
    pub reading: Misreadings,
}

/// A series of tests. All submissions take the same series.
#[derive(Clone, Debug, PartialEq)]
pub struct Exam {
    tests: Vec<Test>,
    reached: RuleSet,
    /// Whether there are no cards and no random scripts. Then the user's tests give marks of rules.
    has_only_cases: bool,
}

/// A script, the right answer, and the rules that the script tests.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The name, for example `card close4-place` or `guns 17`. Each test needs a name of its own.
    pub name: String,
    /// Where the script comes from.
    pub origin: Origin,
    /// The level of the script.
    pub level: Level,
    /// The rule under test, if the script is a card or about the form of input; otherwise `None`.
    pub rule: Option<Rule>,
    /// The script.
    pub draft: Draft,
    /// The text of the script as programs get it.
    pub script: Vec<u8>,
    /// The right answer.
    pub answer: Answer,
    /// The rules that a right program carries out and shows in its answer. A right program has the
    /// misreadings of [`Plan::reading`], and makes no other mistake.
    pub visible: RuleSet,
}

/// The reason why a script cannot be a test.
#[derive(Debug, thiserror::Error)]
pub enum NoCase {
    /// The script breaks the grammar.
    #[error("the script has a syntax error: {0}")]
    Syntax(#[from] Box<SyntaxError>),
    /// The script makes a player an AI, so more than one answer may be right.
    #[error("scripts with `SET_AI_PLAYER` are not graded")]
    Ai,
    /// The author expects another answer than the rules give. The field is the first line that
    /// differs.
    #[error("the rules give another answer than the one expected, in line {0}")]
    Answer(usize),
}

/// The rules about the form of input that the course settles. Only scripts that a [`Form`] rewrites
/// can test them.
pub(super) const INPUT: [Rule; 2] = [Rule::InputWords, Rule::TurnEndOfInput];

/// Cards about the end of a game, and a card with a refused tag. An exam with random scripts has
/// these cards if it reaches their levels.
const ALWAYS: [&str; 3] = [VICTORY, "nothing-after-victory", REFUSED_TAG];

impl Plan {
    fn has(&self, level: Level) -> bool {
        self.most.is_none_or(|most| level <= most)
    }

    fn cards(&self) -> impl Iterator<Item = Test> {
        let is_asked =
            |card: &cards::Card| self.cards || self.random > 0 && ALWAYS.contains(&card.name);
        let asked = cards::all().filter(move |card| self.has(card.level) && is_asked(card));
        asked.map(|card| Test::card(&card))
    }

    fn forms(&self) -> Vec<Test> {
        if !self.cards && self.random == 0 {
            return Vec::new();
        }
        let [.., small] = PROBES;
        let victory = of_card(VICTORY).filter(|_| self.has(Level::Shoot));
        let probe = |form| if form == Form::NoLastNewline { LAST_TAG } else { small };
        let usual = Form::USUAL.map(|form| Test::form(probe(form), form));
        let open = Test::form(victory.unwrap_or(small), Form::OpenEnd);
        usual.into_iter().chain([open, Test::long(small)]).collect()
    }
}

#[doc(hidden)]
impl Exam {
    /// Makes the tests of `plan`.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        let mut tests: Vec<_> = PROBES.into_iter().map(Test::probe).collect();
        tests.extend(plan.forms());
        tests.extend(plan.cards());
        tests.extend(plan.cases.iter().cloned());
        for level in Level::ALL.into_iter().filter(|level| plan.has(*level)) {
            // Rules that only our own specification settles give no marks.
            let scope = Scope { level: Some(level), ..Scope::default() };
            let generator = Generator::new(&plan.seed, scope).settled_only();
            let random =
                (0..plan.random).into_par_iter().map(|k| Test::random(&generator, level, k));
            tests.par_extend(random);
        }
        if plan.reading != Misreadings::NONE {
            tests.par_iter_mut().for_each(|test| test.follow(plan.reading));
        }
        let has_only_cases = !plan.cards && plan.random == 0;
        let mut exam = Self { tests, reached: RuleSet::default(), has_only_cases };
        let is_marked = |test: &&Test| exam.marks_rules(test) && !test.answer.output.is_empty();
        let mut reached = RuleSet::default();
        exam.tests.iter().filter(is_marked).for_each(|test| reached.extend(&test.about()));
        exam.reached = reached;
        exam
    }

    /// Returns the tests, in order.
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// Runs the probes with `run`. Returns `lenience`, changed to ignore the habits (mistakes of
    /// form) that [`Habit::of_all`] finds in these runs, as far as a lenience can ignore them.
    /// Without this change, [`Outcome::new`](super::Outcome::new) would ignore only the habits that
    /// an output shows before its first other mistake.
    #[doc(hidden)]
    pub fn past_habits<E>(
        &self,
        lenience: Lenience,
        run: impl Fn(&Test) -> Result<Ended, E>,
    ) -> Result<Lenience, E> {
        let probes = self.tests.iter().filter(|test| !test.counts());
        let runs: Vec<_> = probes.map(|test| Ok((test, run(test)?))).collect::<Result<_, E>>()?;
        let runs = runs.iter().map(|(test, ended)| (&test.answer.output[..], ended));
        let look_past = |lenience, habit: Habit| habit.looked_past(lenience).unwrap_or(lenience);
        Ok(Habit::of_all(runs, lenience).into_iter().fold(lenience, look_past))
    }

    /// Whether the test gives marks of rules. The user's tests give them only if `has_only_cases`.
    pub(super) fn marks_rules(&self, test: &Test) -> bool {
        test.counts() && (self.has_only_cases || test.origin != Origin::Given)
    }

    /// Whether the exam has a test about `rule` that gives marks of rules. Tests whose right answer
    /// is empty do not count.
    pub const fn reaches(&self, rule: Rule) -> bool {
        self.reached.contains(rule)
    }
}

#[doc(hidden)]
impl Test {
    /// Makes a test of a user's script. If `expected` is given, it must be the answer by the rules.
    /// [`Plan::reading`] has no effect here.
    ///
    /// # Errors
    /// Returns the reason if the script cannot be a test.
    pub fn given(name: &str, script: Vec<u8>, expected: Option<&[u8]>) -> Result<Self, NoCase> {
        let draft = Draft::parse(&script)?;
        if draft.sets_ai() {
            return Err(NoCase::Ai);
        }
        let test = Self::new(format!("case {name}"), Origin::Given, draft.level(), draft);
        let ours = without_newline(&test.answer.output);
        let theirs = expected.map_or(ours, without_newline);
        if ours != theirs {
            return Err(NoCase::Answer(line_after(&ours[..same_bytes(ours, theirs)])));
        }
        Ok(Self { script, ..test })
    }

    /// Returns this test, rewritten so that a program with the misreading `convention` plays the
    /// game that a right program plays in this test. `convention` must be one of the
    /// `CONVENTIONS` of the module `explanation`.
    pub(super) fn in_convention(&self, convention: Misreading, accepted: Misreadings) -> Self {
        let mut draft = self.draft.clone();
        for command in draft.blocks.iter_mut().flat_map(|block| &mut block.commands) {
            if convention == Misreading::IdsFromOne {
                count_from_one(command);
            } else if convention == Misreading::FleetReversed {
                reverse_fleet(command);
            } else if convention == Misreading::PlaceYx {
                place_by_column(command);
            } else if convention == Misreading::ShipHealthInverted {
                invert_health(command);
            } else {
                place_by_stern(command, convention);
            }
        }
        if convention == Misreading::StartsB {
            let commands = vec![Command::Set(Setting::NextPlayer(Side::First))];
            draft.blocks.insert(0, Block { group: Group::State, commands, intruded: false });
        }
        let other = Self::new(self.name.clone(), self.origin.clone(), self.level, draft);
        let mut other = Self { rule: self.rule, ..other };
        other.follow(accepted.with(convention));
        Self { visible: other.visible.common(&self.visible), ..other }
    }

    /// Returns this test with the run of a program.
    pub fn case(&self, ended: Ended) -> Case {
        Case {
            origin: self.origin.clone(),
            level: self.level,
            draft: self.draft.clone(),
            script: self.script.clone(),
            answer: self.answer.clone(),
            ended,
        }
    }

    /// Whether the test gives marks. Probes give none, because they test only the form of output.
    pub const fn counts(&self) -> bool {
        !matches!(self.origin, Origin::Probe(_))
    }

    pub(super) fn rule_of_input(&self) -> Option<Rule> {
        self.rule.filter(|rule| INPUT.contains(rule))
    }

    /// Whether the test is a random script or a script of the user. Only these tests give the mark
    /// of a level.
    pub const fn is_of_level(&self) -> bool {
        matches!(self.origin, Origin::Random(_) | Origin::Given)
    }

    /// Returns the rules that this test checks: the visible rules that it may blame. If
    /// [`rule`](Self::rule) is set, leaves out all other rules.
    pub fn about(&self) -> RuleSet {
        let is_checked = |rule: &Rule| self.rule.is_none_or(|own| own == *rule);
        let visible = self.visible.iter().filter(is_checked);
        visible.filter(|rule| self.may_blame(*rule)).collect()
    }

    /// Whether the test may blame only rules that cost no marks. This is so for our own tests of
    /// level `auto`, because only our own specification settles `AUTO_SHOOTING`.
    pub(super) fn is_free(&self) -> bool {
        self.level == Level::Auto && self.origin != Origin::Given
    }

    pub(super) fn may_blame(&self, rule: Rule) -> bool {
        !self.is_free() || rule.settled() == Settled::Ours
    }

    fn new(name: String, origin: Origin, level: Level, draft: Draft) -> Self {
        let (script, answer) = (draft.to_bytes(), reference::run(&draft));
        let visible = visible(&script, Misreadings::NONE, &answer.output);
        Self { name, origin, level, rule: None, draft, script, answer, visible }
    }

    /// Replaces the answer by the answer of a program with the misreadings `reading`. A visible
    /// rule stays visible if it is misread.
    fn follow(&mut self, reading: Misreadings) {
        self.answer = read_as(&self.draft, std::mem::take(&mut self.answer), reading);
        if self.rule_of_input().is_some() {
            return;
        }
        let misread: RuleSet = reading.iter().map(Misreading::rule).collect();
        let misread = misread.common(&self.visible);
        self.visible = visible(&self.script, reading, &self.answer.output);
        self.visible.extend(&misread);
    }

    fn probe(probe: Probe) -> Self {
        let (name, origin) = (format!("probe {}", probe.name), Origin::Probe(probe.name));
        Self::new(name, origin, Level::Place, probe.draft())
    }

    fn form(probe: Probe, form: Form) -> Self {
        let script = form.rewrite(probe.script.as_bytes());
        Self {
            name: format!("probe {}, {}", probe.name, form.name()),
            origin: Origin::Form(probe.name, form),
            level: probe.draft().level(),
            rule: Some(form.rule()),
            script,
            visible: [form.rule()].into_iter().collect(),
            ..Self::probe(probe)
        }
    }

    /// Makes a test with thousands of empty lines, because careless programs have buffers that are
    /// too short for them.
    fn long(probe: Probe) -> Self {
        let plain = Self::form(probe, Form::EmptyLines);
        let script = [&[b'\n'; 5000][..], &plain.script].concat();
        Self { name: format!("probe {}, thousands of empty lines", probe.name), script, ..plain }
    }

    fn card(card: &cards::Card) -> Self {
        let (name, origin) = (format!("card {}", card.name), Origin::Card(card.name));
        Self { rule: Some(card.rule), ..Self::new(name, origin, card.level, card.draft()) }
    }

    fn random(generator: &Generator, level: Level, k: u64) -> Self {
        let mut draft = generator.script(k).draft;
        // A victory ends the run. So if a script with an even number is won, it gets a `PRINT 0`
        // after the victory, whose picture must not appear.
        if k.is_multiple_of(2) && is_won(&draft) {
            draft
                .blocks
                .extend(Draft::parse(b"[state] PRINT 0 [state]").unwrap_or_default().blocks);
        }
        Self::new(format!("{level} {k}"), Origin::Random(k), level, draft)
    }
}

fn visible(script: &[u8], misreadings: Misreadings, output: &[u8]) -> RuleSet {
    let reached = model::run(script, misreadings).reached;
    Shown::new(script, misreadings, output).visible(&reached)
}

fn count_from_one(command: &mut Command) {
    if let Some(number) = index_mut(command) {
        *number = number.saturating_add(1);
    }
}

fn reverse_fleet(command: &mut Command) {
    if let Command::Set(Setting::Fleet(_, sizes)) = command {
        sizes.reverse();
    }
}

fn place_by_column(command: &mut Command) {
    if let Command::Order(Order::Place { bow, .. }) = command {
        *bow = Coord::new(bow.col, bow.row);
    }
}

fn invert_health(command: &mut Command) {
    if let Command::Set(Setting::Ship { health, .. }) = command {
        let old = *health;
        *health = Health::from_fn(old.class(), |segment| !old.segments()[segment as usize]);
    }
}

/// Replaces the place of the bow by the place of the stern, for the headings of `convention`. A
/// program that lays the hull ahead of the bow then puts the ship on the same fields.
fn place_by_stern(command: &mut Command, convention: Misreading) {
    let stern = |bow: Coord, heading, class: Class| {
        let is_ahead = [Misreading::BodyForward, Misreading::body(heading)].contains(&convention);
        let stern = bow.ahead(heading, 1 - i64::from(class.length())).filter(|_| is_ahead);
        stern.unwrap_or(bow)
    };
    if let Command::Order(Order::Place { name, bow, heading }) = command {
        *bow = stern(*bow, *heading, name.class);
    }
    if let Command::Set(Setting::Ship { bow, heading, health, .. }) = command {
        *bow = stern(*bow, *heading, health.class());
    }
}
