//! Tests the random scripts of the laboratory. They must reach every rule and show every
//! misreading. A misreading is a known wrong way to understand a rule.

use crate::environment::{count, is_set};
use broadside::lab::draft::{Block, Draft};
use broadside::lab::generate::{Generator, Scope};
use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::rules::{Level, Rule, RuleSet};
use broadside::lab::{model, reference};
use broadside::rules::ships::Setting;
use broadside::script::ast::{Command, Group};
use broadside::script::save;

/// The model (a second implementation of the rules) and the interpreter print the same for random
/// scripts.
#[test]
fn the_model_equals_the_reference() {
    let scope = Scope { unsettled: true, ..Scope::default() };
    let generator = Generator::new(&11.into(), scope);
    for k in 0..count("BROADSIDE_LAB_EQUAL", 300) {
        let script = generator.script(k);
        let text = script.draft.to_bytes();
        let run = model::run(&text, Misreadings::NONE);
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(shown(&run.out), shown(&script.answer.output), "{k}:\n{}", shown(&text));
    }
}

/// Writing a script as text and parsing the text gives the same script. Saving and loading a game
/// gives the same settings.
#[test]
fn scripts_and_saved_games_can_be_read_back() {
    let generator = Generator::new(&5.into(), Scope::default());
    for k in 0..300 {
        let draft = generator.script(k).draft;
        assert_eq!(Draft::parse(&draft.to_bytes()).as_ref(), Ok(&draft), "{k}");
        let last = draft.blocks.len().saturating_sub(1);
        let Some(game) = reference::game_before(&draft, last) else { continue };
        let mut commands: Vec<_> = save::settings(&game).map(Command::Set).collect();
        // `settings` has the seed that SAVE writes: one more than the seed of the game. So the next
        // command sets the seed of the game.
        commands.extend(game.seed().map(|seed| Command::Set(Setting::Seed(seed))));
        let block = Block { commands, ..Block::new(Group::State) };
        let again = reference::game_before(&Draft { blocks: vec![block] }, 1).expect("a state");
        assert!(save::settings(&again).eq(save::settings(&game)), "{k}");
    }
}

#[test]
fn every_rule_is_reached_at_its_level() {
    let mut missed = Vec::new();
    for level in Level::ALL {
        let scope = Scope { level: Some(level), unsettled: true, ai: true };
        let generator = Generator::new(&1.into(), scope);
        let mut reached = RuleSet::default();
        // Section 1 is about layout, which random scripts do not vary. The short form of the
        // default fleet is an extension (spec ships §4). A card (a test script) tests this form,
        // and random scripts rarely use it.
        let is_drawn = |rule: &Rule| rule.section() > 1 && *rule != Rule::FleetDefault;
        let is_wanted = move |rule: &Rule| rule.level() == level && is_drawn(rule);
        let wanted = || Rule::ALL.into_iter().filter(is_wanted);
        for k in 0..2000 {
            reached.extend(
                &model::run(&generator.script(k).draft.to_bytes(), Misreadings::NONE).reached,
            );
            if wanted().all(|rule| reached.contains(rule)) {
                break;
            }
        }
        missed.extend(wanted().filter(|rule| !reached.contains(*rule)));
    }
    assert_eq!(missed, [], "not reached in 2,000 scripts of the level");
}

/// Returns the number, below `limit`, of the first script that shows a misreading.
fn seen_after(misreading: Misreading, seed: u64, limit: u64) -> Option<u64> {
    let generator = Generator::new(&seed.into(), Scope::default());
    (0..limit).find(|k| {
        let script = generator.script(*k);
        model::run(&script.draft.to_bytes(), misreading.into()).out != script.answer.output
    })
}

/// At most 2,000 scripts are needed to show a misreading. Tries every eighth misreading, and with
/// `BROADSIDE_LAB_CATCH=1` all. With `BROADSIDE_FIGURES`, the test fails and shows the figures.
#[test]
fn every_misreading_is_caught() {
    let asked = count("BROADSIDE_LAB_CATCH", 0);
    let step = if asked > 0 { 1 } else { 8 };
    let tried = Misreading::ALL.into_iter().step_by(step);
    let seed = count("BROADSIDE_LAB_SEED", 1);
    let after: Vec<_> = tried.map(|it| (seen_after(it, seed, 2000), it.name())).collect();
    let missed = after.iter().filter(|(after, _)| after.is_none()).count();
    let wants_figures = is_set("BROADSIDE_FIGURES");
    assert!(missed == 0 && !wants_figures, "{missed} are not seen in 2,000 scripts: {after:#?}");
}
