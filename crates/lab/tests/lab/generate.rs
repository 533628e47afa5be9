//! Tests of random scripts. Only our own specification says what an unsettled script does.

use broadside_core::digest::Fnv64;
use broadside_lab::generate::{Generator, Scope, Script};
use broadside_lab::lean::depends_on_our_rulings;
use broadside_lab::reference::End;
use broadside_lab::rules::Level;
use broadside_ships::rules::{Order, Reason, Setting};
use broadside_ships::script::ast::Command;
use std::collections::HashSet;

fn scripts(scope: Scope, count: u64) -> impl Iterator<Item = Script> {
    let generator = Generator::new(&1.into(), scope);
    (0..count).map(move |k| generator.script(k))
}

#[test]
fn every_possible_reason_ends_a_script() {
    let scope = Scope { unsettled: true, ..Scope::default() };
    let ends: HashSet<_> = scripts(scope, 6000).map(|script| script.answer.end).collect();
    let refused = ends.iter().filter(|end| matches!(end, End::Refused(_))).count();
    assert_eq!(refused, 28, "{ends:?}");
    assert!(ends.contains(&End::Refused(Reason::BoardTooLargeToPrint)));
}

/// Reports name a script by its seed and number, so the scripts of a seed should stay the same.
/// A commit that changes the scripts must say why.
#[test]
fn the_scripts_of_a_seed_have_their_fingerprint() {
    let every = Scope { unsettled: true, ai: true, ..Scope::default() };
    let fingerprint = |scope| {
        let mut digest = Fnv64::default();
        scripts(scope, 1000).for_each(|script| digest.add(&script.draft.to_bytes()));
        digest.to_string()
    };
    let fingerprints = [Scope::default(), every].map(fingerprint);
    assert_eq!(fingerprints, ["596021dfb5080d0c", "f2b33be67d319739"]);
}

#[test]
fn scripts_of_a_level_use_only_known_commands() {
    for level in Level::ALL {
        let scope = Scope { level: Some(level), unsettled: true, ai: true };
        for script in scripts(scope, 60) {
            let known = script.draft.level() <= level;
            let text = script.draft.to_bytes();
            assert!(known, "{level}: {}", String::from_utf8_lossy(&text));
        }
    }
}

#[test]
fn a_refusal_or_a_victory_ends_the_last_group() {
    for script in scripts(Scope::default(), 400) {
        let text = script.draft.to_bytes();
        let last = script.draft.blocks.len() - 1;
        if script.answer.end != End::Input {
            let at = script.answer.last_line().unwrap();
            assert_eq!(at.block, last, "{}", String::from_utf8_lossy(&text));
        }
    }
}

#[test]
fn some_scripts_set_many_ships_reefs_and_rectangles() {
    let settings = |script: &Script| -> Vec<Setting> {
        let commands = script.draft.commands();
        commands.filter_map(|(_, command)| command.setting().cloned()).collect()
    };
    let all: Vec<_> = scripts(Scope::default(), 400).map(|script| settings(&script)).collect();
    let most = |is_it: fn(&Setting) -> bool| {
        all.iter().map(|one| one.iter().filter(|set| is_it(set)).count()).max()
    };
    assert!(most(|set| matches!(set, Setting::Ship { .. })) > Some(20));
    assert!(most(|set| matches!(set, Setting::Reef(_))) > Some(10));
    assert!(most(|set| matches!(set, Setting::Start(..))) > Some(2));
    let grows = |one: &Vec<Setting>| {
        let board = one.iter().rposition(|set| matches!(set, Setting::BoardSize(..)));
        let ship = one.iter().position(|set| matches!(set, Setting::Ship { .. }));
        board > ship && ship.is_some()
    };
    assert!(all.iter().any(grows));
}

#[test]
fn settled_scripts_have_at_most_one_basic_shot_in_a_turn() {
    let generator = Generator::new(&1.into(), Scope::default()).settled_only();
    let is_shot = |command: &&Command| matches!(command, Command::Order(Order::Shoot(_)));
    let is_auto = |(_, command): (_, &Command)| *command == Command::Set(Setting::AutoShooting);
    for Script { draft, .. } in (0..600).map(|k| generator.script(k)) {
        let mut shots =
            draft.blocks.iter().map(|block| block.commands.iter().filter(is_shot).count());
        assert!(draft.commands().any(is_auto) || shots.all(|shots| shots <= 1), "{draft:?}");
    }
}

#[test]
fn settled_scripts_do_not_depend_on_our_own_specification() {
    for level in Level::ALL {
        let scope = Scope { level: Some(level), ..Scope::default() };
        let generator = Generator::new(&1.into(), scope).settled_only();
        let lean =
            (0..60).map(|k| generator.script(k)).filter(|s| depends_on_our_rulings(&s.draft));
        assert_eq!(lean.count(), 0, "{level}");
    }
}

/// In an old version, a program that ended at one of our own commands lost points.
#[test]
fn settled_scripts_have_only_commands_of_the_course() {
    let mut has_auto = false;
    for level in [None, Some(Level::All), Some(Level::Auto)] {
        let scope = Scope { level, ..Scope::default() };
        let generator = Generator::new(&1.into(), scope).settled_only();
        for Script { draft, .. } in (0..300).map(|k| generator.script(k)) {
            for (_, command) in draft.commands() {
                let is_auto = *command == Command::Set(Setting::AutoShooting);
                assert!(!is_auto || level == Some(Level::Auto), "{draft:?}");
                assert!(!matches!(command, Command::Set(Setting::Information(..))), "{draft:?}");
                has_auto |= is_auto;
            }
        }
    }
    assert!(has_auto, "level auto does not test AUTO_SHOOTING");
}
