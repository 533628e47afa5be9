//! Prints reports as text for people.

use super::finding::place_in;
use super::side_by_side::{alone, side_by_side};
use super::{Finding, Position, Report, Status};
use crate::compare::{Kind, Lenience};
use crate::outputs::{Spot, without_newline};
use crate::rules::{Level, Rule};
use crate::verify::Verdict;
use anstyle::{AnsiColor, Style};
use broadside_core::ports::programs::Ended;
use broadside_core::text::{Visible, telling_lines};
use std::fmt::{self, Write as _};

const TITLE: Style = Style::new().bold();
const SCRIPT: Style = AnsiColor::Cyan.on_default();
const LABEL: Style = Style::new().dimmed();

/// The largest number of lines of a script that are shown.
const LONGEST_SCRIPT: usize = 60;

/// The largest number of untried rules that are listed by id.
const LISTED: usize = 5;

/// A report as text with styles. The caller removes the styles that a stream cannot show.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// The report: the program and its findings.
    pub found: &'a Report,
    /// What the report is made from: the findings, and how often each rule was reached.
    pub verdict: &'a Verdict,
    /// The options to repeat in the commands that the report shows. A blank follows each option.
    pub options: &'a str,
    /// The width of the terminal window, in characters.
    pub columns: usize,
    /// Whether to show how often each rule was reached.
    pub coverage: bool,
    /// The files with the scripts of the findings, as typed on a command line; empty if no scripts
    /// are kept.
    pub kept: &'a [String],
    /// Returns the address of the text about the rule with this id.
    pub link: fn(&str) -> Option<String>,
    /// The level that the user asked for.
    pub level: Option<Level>,
    /// Whether the user asked about one script only.
    pub is_one_script: bool,
    /// Whether the program's turns as an AI should be tested too.
    pub checks_ai: bool,
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (true, Some(level)) = (self.are_all_earlier(), self.level) {
            writeln!(f, "Level {level} has no finding of its own, but earlier levels have:\n")?;
        }
        for (index, finding) in self.findings().iter().enumerate() {
            self.finding(index + 1, finding, f)?;
        }
        self.summary(f)?;
        self.earlier_levels(f)?;
        if self.verdict.never_ends {
            let hint = "so nothing else was tried; --time gives each more time";
            return writeln!(
                f,
                "The program did not end in time with any of the first scripts, {hint}."
            );
        }
        self.rules(f)?;
        self.passed_over(f)
    }
}

impl Printed<'_> {
    /// Returns the findings about the level that the user asked for, which come first in the list.
    /// If there are none, returns all findings.
    fn findings(&self) -> &[Finding] {
        let findings = &self.found.findings;
        if self.are_all_earlier() {
            return findings;
        }
        &findings[..self.concerning().min(findings.len())]
    }

    fn concerning(&self) -> usize {
        self.verdict.findings.iter().filter(|found| found.concerns(self.level)).count()
    }

    fn are_all_earlier(&self) -> bool {
        !self.found.findings.is_empty() && self.concerning() == 0
    }

    fn earlier_levels(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let earlier = &self.found.findings[self.findings().len()..];
        let Some(first) = earlier.iter().map(|finding| finding.level).min() else { return Ok(()) };
        let (count, program) = (earlier.len(), &self.found.program);
        let concern = if count == 1 { "finding concerns" } else { "findings concern" };
        let call = format!("broadside verify {}--level {first} -- {program}", self.options);
        writeln!(f, "{count} more {concern} earlier levels: {call}")
    }

    fn finding(&self, number: usize, finding: &Finding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = self.findings().len();
        writeln!(f, "{TITLE}Finding {number} of {of}: {}{TITLE:#}\n", finding.headline)?;
        script(&finding.script, f)?;
        if let Some(place) = &finding.place {
            let (line, text) = (place.line, Visible(&place.command));
            writeln!(f, "\n  {LABEL}at line {line}:{LABEL:#} {text}")?;
        }
        let place = |position: Position| (position.line, position.column);
        let first = finding.first_difference;
        let printed = place(finding.printed_difference.unwrap_or(first));
        if finding.kind == Kind::Ai {
            f.write_str(&alone("got", &finding.got, printed))?;
        } else {
            let outputs: [&[u8]; 2] = [&finding.expected, &finding.got];
            f.write_str(&side_by_side(
                outputs,
                &finding.status.end(),
                [place(first), printed],
                self.columns,
            ))?;
        }
        f.write_char('\n')?;
        self.explanation(finding, f)?;
        self.again(number, f)
    }

    fn explanation(&self, finding: &Finding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(end) = finding.end() {
            label("ended", &end, f)?;
        }
        for (number, line) in finding.stderr_lines().iter().enumerate() {
            label(if number == 0 { "stderr" } else { "" }, &Visible(line), f)?;
        }
        if let Some(rule) = &finding.rule {
            let source = if rule.source.is_empty() { "not settled" } else { &rule.source };
            let (id, section, text) = (&rule.id, rule.section, &rule.text);
            label("rule", &format_args!("{id}, section {section}: {text} [{source}]"), f)?;
            if let Some(link) = (self.link)(id) {
                label("read", &Visible(link.as_bytes()), f)?;
            }
        }
        if finding.is_unsettled {
            label("marks", &"costs nothing: not settled by the assignment", f)?;
        }
        if let [best, others @ ..] = &finding.looks_like[..] {
            let (name, words, [agree, of]) = (&best.misreading, &best.sentence, best.neighbours);
            let how = if finding.is_named { "looks like" } else { "nearest" };
            label(how, &format_args!("{name}: {words} ({agree} of {of} answers)"), f)?;
            let others: Vec<_> = others.iter().take(2).map(|like| &*like.misreading).collect();
            if !others.is_empty() && !finding.is_named {
                label("or", &others.join(", "), f)?;
            }
        }
        if let Some(note) = &finding.looked_past {
            label("then", note, f)?;
        }
        let seen =
            if finding.seen == 1 { "1 script" } else { &format!("{} scripts", finding.seen) };
        label("seen", &format_args!("in {seen}, first in {}", finding.first_seen), f)
    }

    fn again(&self, number: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, hint) = match self.kept.get(number - 1) {
            Some(file) => (&**file, ""),
            None => ("x.ships", ", with the script in x.ships"),
        };
        let (options, program) = (self.options, &self.found.program);
        let command = format!("broadside verify {options}--script {file} -- {program}{hint}");
        label("again", &command, f)?;
        f.write_char('\n')
    }

    fn summary(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { scripts, differing, findings, .. } = self.found;
        let other = if self.verdict.passed_over > 0 { "other " } else { "" };
        match findings.len() {
            0 if self.verdict.is_interrupted && self.is_one_script => {
                writeln!(f, "Interrupted: no difference so far.")
            }
            0 if self.verdict.is_interrupted => {
                writeln!(f, "Interrupted: no difference so far, after {scripts} random scripts.")
            }
            0 if self.is_one_script => writeln!(f, "No {other}difference in the script."),
            _ if self.is_one_script => Ok(()),
            0 => writeln!(f, "No {other}difference in {scripts} random scripts."),
            count => {
                let findings = if count == 1 { "finding" } else { "findings" };
                let differ = if *differing == 1 { "script differs" } else { "scripts differ" };
                writeln!(
                    f,
                    "{TITLE}{count} {findings}{TITLE:#}: {differing} {differ}, {scripts} random ones were tried."
                )?;
                self.stopped(f)?;
                self.progress(f)
            }
        }
    }

    fn stopped(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(enough) = self.verdict.enough else { return Ok(()) };
        let why = if self.found.findings.len() < enough {
            "several findings were one mistake; a larger --findings goes on"
        } else {
            "there are enough findings (--findings)"
        };
        writeln!(f, "Stopped early: {why}.")
    }

    fn passed_over(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, rule) = match self.verdict.passed_over {
            0 => return Ok(()),
            1 => ("1 finding was".to_owned(), "its rule is"),
            count => (format!("{count} findings were"), "their rules are"),
        };
        writeln!(f, "{what} passed over, because {rule} not settled (--accept-unsettled).")
    }

    fn progress(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (right, Some(next)) = (self.found.right_up_to, self.found.next_level) else {
            return Ok(());
        };
        match right {
            Some(right) => write!(f, "No difference up to level {right}; next")?,
            None => f.write_str("Next")?,
        }
        let (options, program) = (self.options, &self.found.program);
        writeln!(f, ": broadside verify {options}--level {next} -- {program}")
    }

    fn rules(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reached = |rule| self.verdict.reached.get(&rule).copied().unwrap_or_default();
        let is_of_ai = |rule: &Rule| rule.level() == Level::Ai;
        if self.checks_ai && !self.verdict.reached.keys().any(is_of_ai) {
            writeln!(f, "Section 9 was not reached: the program never answered as an AI.")?;
        }
        let asked = |rule: &Rule| {
            let is_known = self.level.is_none_or(|level| rule.level() <= level);
            if is_of_ai(rule) { self.checks_ai } else { is_known }
        };
        let all: Vec<_> = Rule::ALL.into_iter().filter(asked).collect();
        if self.coverage {
            let mut all = all.into_iter();
            return all.try_for_each(|rule| writeln!(f, "{:>7}  {rule}", reached(rule)));
        }
        if self.is_one_script {
            return Ok(());
        }
        let never: Vec<_> = all.iter().filter(|rule| reached(**rule) == 0).collect();
        self.untried(&never, all.len(), f)
    }

    fn untried(&self, never: &[&Rule], all: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let findings = &self.found.findings;
        let up_to = self.level.map_or_else(String::new, |level| format!(" up to level {level}"));
        if never.is_empty() {
            return writeln!(f, "All {all} rules{up_to} were tried.");
        }
        write!(f, "Not tried: {} of {all} rules{up_to}", never.len())?;
        let hides =
            |finding: &Finding| matches!(finding.kind, Kind::Crash | Kind::Timeout | Kind::Rejects);
        if findings.iter().any(hides) {
            write!(f, "; a script that stops early tries no more rules")?;
        } else if never.len() <= LISTED {
            let names: Vec<_> = never.iter().map(|rule| rule.id()).collect();
            write!(f, ": {}", names.join(", "))?;
        }
        writeln!(f, ". See all with --coverage.")
    }
}

/// Shows a wrong answer to a test of the course like a finding. `expected` is the right output.
///
/// # Errors
/// Only if `out` fails.
pub fn wrong_test(
    name: &str,
    expected: &[u8],
    ended: &Ended,
    (lenience, columns): (Lenience, usize),
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let got = &ended.stdout;
    let spot = Spot::first(expected, got, lenience);
    let spot = spot.unwrap_or_else(|| Spot::at_ends(expected, got));
    let printed = place_in(got, spot.theirs);
    let places = [(spot.line, spot.column + 1), (printed.line, printed.column)];
    let status = Status::new(ended, false);
    let outputs = side_by_side([expected, got], &status.end(), places, columns);
    let name = Visible(name.as_bytes());
    let mut end = String::new();
    if !status.is_usual() {
        label("ended", &status.end(), &mut end)?;
    }
    for line in telling_lines(&ended.stderr_tail, 1) {
        label("stderr", &Visible(line.trim_ascii()), &mut end)?;
    }
    let gap = if end.is_empty() { "" } else { "\n" };
    writeln!(out, "{TITLE}Course's own test {name}:{TITLE:#}\n\n{outputs}{gap}{end}")
}

fn script(script: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if script.is_empty() {
        return writeln!(f, "    {LABEL}(empty input){LABEL:#}");
    }
    let lines: Vec<_> = without_newline(script).split(|byte| *byte == b'\n').collect();
    for line in lines.iter().take(LONGEST_SCRIPT) {
        writeln!(f, "    {SCRIPT}{}{SCRIPT:#}", Visible(line))?;
    }
    match lines.len().checked_sub(LONGEST_SCRIPT) {
        Some(more @ 1..) => writeln!(f, "    {LABEL}({more} more lines){LABEL:#}"),
        _ => Ok(()),
    }
}

fn label(name: &str, text: &dyn fmt::Display, f: &mut dyn fmt::Write) -> fmt::Result {
    writeln!(f, "  {LABEL}{name:<11}{LABEL:#}{text}")
}
