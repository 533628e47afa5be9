//! Finds the rule to blame for a difference that no misreading (wrong reading of a rule) explains.

use super::compare::{Cause, Difference, Kind};
use super::draft::{At, Draft, Line};
use super::misreadings::{Misreading, Misreadings};
use super::model::{self, Model};
use super::reference;
use super::rules::{Level, Rule, RuleSet, Settled};
use super::topic::{families, topic_and_rule};
use broadside_ships::rules::Setting;
use broadside_ships::script::Keyword;

/// Returns the rules that a program with `misreadings` applies up to and including the line `at`.
pub(crate) fn reached_up_to(draft: &Draft, at: At, misreadings: Misreadings) -> RuleSet {
    let mut model = Model::new(misreadings);
    for place in draft.places().take_while(|place| *place <= at) {
        if !model.step(&draft.event(place)) {
            break;
        }
    }
    model.reached
}

/// Whether the answer to `draft` depends on a check, or on an order of checks, that only our own
/// specification settles. Rules of the level `auto` are ignored: only our specification settles
/// them, and most scripts of that level depend on some of them.
pub fn depends_on_our_rulings(draft: &Draft) -> bool {
    let reached = model::run(&draft.to_bytes(), Misreadings::NONE).reached;
    let is_ours = |rule: &Rule| rule.settled() == Settled::Ours && rule.level() < Level::Auto;
    reached.iter().any(|rule| is_ours(&rule) && rule.is_check())
}

/// Returns the rule to blame for a difference. If the kind of the difference does not tell the
/// rule, returns the main rule of the command, or [`Rule::TurnPasses`] at a tag. If the line is not
/// known either, returns [`Rule::PictureFields`]. The misreadings `accepted` count as right.
pub fn rule_to_blame(draft: &Draft, difference: &Difference, accepted: Misreadings) -> Rule {
    use Kind::{Crash, Memory, Output, Prints, Start, Timeout, Word};
    let cause = &difference.cause;
    let rule = match cause.kind {
        Kind::Accepts | Kind::Reason | Kind::Echo => refusing(draft, accepted),
        Kind::Rejects => of_reason(draft, difference, &cause.got)
            .or_else(|| of_taken_reef(draft, difference, accepted)),
        Kind::Picture => Some(of_picture(&cause.form, &cause.expected, &cause.got)),
        // Our SAVE begins or ends here, but the program prints another line.
        Kind::Save if cause.expected.starts_with("[state]") => {
            of_saved(cause.got.as_bytes()).or(Some(Rule::SaveBoard))
        }
        Kind::Save => of_saved(cause.expected.as_bytes()),
        Kind::Victory => Some(Rule::VictoryWon),
        Crash if crashes_at_victory(draft, difference) => Some(Rule::VictoryWon),
        Kind::Ai => Rule::from_id(&cause.expected),
        Prints | Crash | Timeout | Output | Memory | Start | Word => None,
    };
    rule.or_else(|| of_line(draft, difference.at?)).unwrap_or(Rule::PictureFields)
}

/// Whether the program crashes at the end of a turn where it should announce a victory.
pub(crate) fn crashes_at_victory(draft: &Draft, difference: &Difference) -> bool {
    let is_end = difference.at.is_some_and(|at| at.line == Line::Close);
    difference.cause.kind == Kind::Crash && is_end && is_won(draft)
}

pub(crate) fn is_won(draft: &Draft) -> bool {
    reference::run(draft).output.ends_with(b" won\n")
}

/// Returns the rule that refuses a command or tag of the script. There is at most one, because a
/// run ends at its first refusal.
pub(crate) fn refusing(draft: &Draft, misreadings: Misreadings) -> Option<Rule> {
    let last = draft.places().last();
    let reached = last.map(|at| reached_up_to(draft, at, misreadings)).unwrap_or_default();
    reached.iter().find(|rule| rule.reason().is_some())
}

/// Returns the rule that a program with the misreading breaks in a script. A misreading may be
/// about both `PLACE_SHIP` and `SHIP`: then its own rule is about `PLACE_SHIP`, and `SHIP` has
/// another rule with the same reason.
pub(crate) fn misread_rule(wrong: Misreading, draft: &Draft, accepted: Misreadings) -> Rule {
    let refusing = [accepted, accepted.with(wrong)].map(|misread| refusing(draft, misread));
    let is_same = |rule: &Rule| rule.reason().is_some() && rule.reason() == wrong.rule().reason();
    refusing.into_iter().flatten().find(is_same).unwrap_or(wrong.rule())
}

pub(crate) fn of_reason(draft: &Draft, difference: &Difference, reason: &str) -> Option<Rule> {
    let before = difference.at.map(|at| draft.beginning(at));
    of_form(before.as_ref().unwrap_or(draft), &difference.cause.form, reason)
}

/// Returns the rule that a program breaks if it refuses a reef on another reef or under a ship.
/// Returns `None` if it refuses something else.
fn of_taken_reef(draft: &Draft, difference: &Difference, accepted: Misreadings) -> Option<Rule> {
    // The place is unknown if the script has the refused line twice. Then all lines count.
    let at = difference.at.or_else(|| draft.places().last())?;
    let is_taken = difference.cause.form == "REEF y x"
        && reached_up_to(draft, at, accepted).contains(Rule::ReefLaid);
    is_taken.then_some(Rule::ReefLaid)
}

/// Returns the rule that refuses a command of this form for `reason`. The switches in `draft`
/// decide whether `SHOOT y x` is a basic shot or a target.
fn of_form(draft: &Draft, form: &str, reason: &str) -> Option<Rule> {
    let rule = |prefix: &str| {
        let fits = |rule: &Rule| rule.id().starts_with(prefix) && rule.reason() == Some(reason);
        Rule::ALL.into_iter().find(fits)
    };
    let prefix = match form {
        form if form.starts_with('[') => "turn.",
        "SHOOT y x" if Rule::AutoShootUnfeasible.reason() == Some(reason) => "auto.shoot",
        "SPY y x" if Rule::AutoSpyUnfeasible.reason() == Some(reason) => "auto.spy",
        "SHOOT y x" if takes_targets(draft) && rule("auto.").is_some() => "auto.",
        "SHOOT y x" => "shoot.",
        "SHOOT i C y x" => "fire.",
        "SPY y x" => "auto.",
        other => {
            let keyword = Keyword::from_name(other.split(' ').next()?.as_bytes())?;
            let mut families = families(keyword).iter().filter(|name| !BY_MAIN_RULE.contains(name));
            return families.find_map(|family| rule(&format!("{family}.")));
        }
    };
    rule(prefix)
}

/// The families of rules (the first parts of their ids) that [`of_form`] leaves out when it
/// searches by keyword. So if a program wrongly refuses `BOARD_SIZE`, the main rule of this command
/// is blamed.
const BY_MAIN_RULE: [&str; 7] = ["auto", "board", "fire", "fleet", "picture", "shoot", "turn"];

fn takes_targets(draft: &Draft) -> bool {
    let sets = |setting| draft.commands().any(|(_, command)| command.setting() == Some(&setting));
    sets(Setting::ExtendedShips) && sets(Setting::AutoShooting)
}

/// Returns the rule that says what a mark in a picture means.
pub(crate) fn of_mark(mark: u8) -> Rule {
    of_picture("", char::from(mark).encode_utf8(&mut [0; 4]), "")
}

fn of_picture(form: &str, expected: &str, got: &str) -> Rule {
    let has_sections = form.starts_with("PRINT 1");
    let has_numbers = !form.starts_with("PRINT 0");
    let is_of_player = form.ends_with("of a player");
    match (expected, got) {
        ("PARTS", _) | (_, "PARTS") if is_of_player => Rule::PictureNoParts,
        ("PARTS", _) | (_, "PARTS") => Rule::PictureParts,
        ("column number", _) | (_, "column number") if has_numbers => Rule::Print1Columns,
        ("digit", _) | (_, "digit") if has_numbers => Rule::Print1Rows,
        ("end of line", _) | (_, "end of line") if has_sections => Rule::Print1Rows,
        ("end of line", _) | (_, "end of line") => Rule::PictureFields,
        ("#", _) | (_, "#") => Rule::PictureReef,
        ("?", _) => Rule::SightUnknown,
        (_, "?") => Rule::SightRadar,
        ("x", _) => Rule::PictureDestroyed,
        ("@", _) => Rule::Print1Radar,
        ("!", _) => Rule::Print1Cannon,
        ("%", _) => Rule::Print1Engine,
        ("+", mark) if has_sections && ![" ", "x"].contains(&mark) => Rule::Print1Middle,
        _ => Rule::PictureFields,
    }
}

/// Whether a mistake about `rule` can show as a difference with this cause. A mistake about one
/// mark of `PRINT 1`, or about one line of SAVE, shows only at that mark or line. A mistake about
/// [`Rule::PictureNoParts`] shows only at a line `PARTS REMAINING`. A mistake about
/// [`Rule::SightOwn`] hides a segment.
pub fn can_show(rule: Rule, cause: &Cause) -> bool {
    let Cause { kind, form, expected, got } = cause;
    if *kind == Kind::Picture && rule.family() == "print1" {
        [of_picture(form, expected, got), of_picture(form, got, expected)].contains(&rule)
    } else if *kind == Kind::Save && rule.family() == "save" {
        let lines = [expected, got].map(|line| of_saved(line.as_bytes()));
        let line = if rule == Rule::SaveHealth { Rule::SaveShips } else { rule };
        lines.contains(&Some(line))
    } else if *kind == Kind::Picture && rule == Rule::PictureNoParts {
        expected == "PARTS" || got == "PARTS"
    } else if *kind == Kind::Picture && rule == Rule::SightOwn {
        got == "?" && expected != " "
    } else {
        true
    }
}

pub(crate) fn of_saved(line: &[u8]) -> Option<Rule> {
    Some(match line.split(u8::is_ascii_whitespace).next()? {
        b"BOARD_SIZE" | b"[state]" => Rule::SaveBoard,
        b"NEXT_PLAYER" => Rule::SaveNextPlayer,
        b"INIT_POSITION" => Rule::SaveStart,
        b"SET_FLEET" => Rule::SaveFleet,
        b"SHIP" => Rule::SaveShips,
        b"REEF" => Rule::SaveReefs,
        b"EXTENDED_SHIPS" => Rule::SaveExtended,
        b"AUTO_SHOOTING" => Rule::SaveAuto,
        b"SET_AI_PLAYER" => Rule::SaveAi,
        b"INFORMATION" => Rule::SaveInformation,
        b"SRAND" => Rule::SaveSeed,
        _ => return None,
    })
}

pub(crate) fn of_line(draft: &Draft, at: At) -> Option<Rule> {
    let block = draft.blocks.get(at.block)?;
    let Line::Command(number) = at.line else { return Some(Rule::TurnPasses) };
    Some(topic_and_rule(block.commands.get(number)?, block.group).1)
}
