//! What was found, in words for people.

use super::side_by_side::{alone, side_by_side};
use anstyle::{AnsiColor, Style};
use broadside::lab::compare::{Kind, Lenience};
use broadside::lab::rules::{Level, Rule};
use broadside::lab::verify::{Finding, Form, Origin, Verdict};
use broadside::ports::programs::Ending;
use broadside::text::Visible;
use std::fmt::{self, Write as _};
use std::path::Path;

const TITLE: Style = Style::new().bold();
const SCRIPT: Style = AnsiColor::Cyan.on_default();
const LABEL: Style = Style::new().dimmed();

/// How many lines of a script are shown; a longer one can be kept.
const LONGEST_SCRIPT: usize = 60;

/// A report on findings. Styled: whoever writes it removes what a stream cannot show.
pub(super) struct Report<'a> {
    /// What was found.
    pub(super) verdict: &'a Verdict,
    /// The program, as it was typed.
    pub(super) program: String,
    /// The width of the window.
    pub(super) columns: usize,
    /// Whether to tell how often each rule was reached.
    pub(super) coverage: bool,
    /// Where findings are kept.
    pub(super) kept: Option<&'a Path>,
    /// Whether only one script was tried, a person's own.
    pub(super) is_one_script: bool,
    /// Whether the machine's turns were asked for.
    pub(super) checks_ai: bool,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, finding) in self.verdict.findings.iter().enumerate() {
            self.finding(index + 1, finding, f)?;
        }
        self.summary(f)?;
        if self.verdict.never_ends {
            let hint = "so nothing else was tried; --time gives each more time";
            return writeln!(f, "It ended none of the first scripts in time, {hint}.");
        }
        self.rules(f)
    }
}

impl Report<'_> {
    fn finding(&self, number: usize, finding: &Finding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = self.verdict.findings.len();
        let (case, difference) = (&finding.case, &finding.difference);
        writeln!(f, "{TITLE}Finding {number} of {of}: {}{TITLE:#}\n", headline(finding))?;
        script(&case.script, f)?;
        if let Some(at) = difference.at {
            let (line, text) = (case.draft.line_number(at), case.draft.text(at));
            writeln!(f, "\n  {LABEL}at line {line}:{LABEL:#} {}", Visible(&text))?;
        }
        let place = (difference.line, difference.column);
        let (ours, theirs) = (&case.answer.output, &case.ended.stdout);
        if difference.cause.kind == Kind::Ai {
            f.write_str(&alone("got", theirs, place))?;
        } else {
            f.write_str(&side_by_side(ours, theirs, place, self.columns))?;
        }
        f.write_char('\n')?;
        Self::explanation(finding, f)?;
        self.again(number, finding, f)
    }

    /// How to run the script of a finding again.
    fn again(&self, number: usize, finding: &Finding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, hint) = match self.kept {
            Some(folder) => (folder.join(kept_name(number, finding)).join("stdin"), ""),
            None => ("x.ships".into(), ", with the script in x.ships"),
        };
        let (file, program) = (file.to_string_lossy(), &self.program);
        let file = shell_words::quote(&file);
        let command = format_args!("broadside verify --script {file} -- {program}{hint}");
        label("again", &command, f)?;
        f.write_char('\n')
    }

    fn explanation(finding: &Finding, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ended = &finding.case.ended;
        if !matches!(ended.ending, Ending::Exited(0 | 1)) {
            label("ended", &format_args!("{}", ended.ending), f)?;
        }
        if let Some(last) = last_line(&ended.stderr_tail) {
            label("stderr", &Visible(last), f)?;
        }
        if let Some(rule) = finding.rule {
            label("rule", &format_args!("{}", sentence(rule)), f)?;
        }
        if let Some(best) = finding.looks_like.first() {
            let (name, words) = (best.misreading.name(), best.misreading.sentence());
            let (agree, of) = (best.agree, best.of);
            label("looks like", &format_args!("{name}: {words} ({agree} of {of} answers)"), f)?;
        }
        let others: Vec<_> =
            finding.looks_like.iter().skip(1).take(2).map(|like| like.misreading.name()).collect();
        if !others.is_empty() {
            label("or", &others.join(", "), f)?;
        }
        if let Some(habit) = finding.habit()
            && habit.looked_past(Lenience::default()).is_some()
        {
            label("then", &"all other scripts are compared without that", f)?;
        }
        let seen =
            if finding.seen == 1 { "1 script" } else { &format!("{} scripts", finding.seen) };
        label("seen", &format_args!("in {seen}, first in {}", origin(&finding.case.origin)), f)
    }

    fn summary(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { scripts, differing, findings, .. } = self.verdict;
        match findings.len() {
            0 if self.is_one_script => writeln!(f, "No difference in the script."),
            _ if self.is_one_script => Ok(()),
            0 => writeln!(f, "No difference in {scripts} random scripts."),
            count => {
                let findings = if count == 1 { "finding" } else { "findings" };
                let differ = if *differing == 1 { "script differs" } else { "scripts differ" };
                writeln!(
                    f,
                    "{TITLE}{count} {findings}{TITLE:#}: {differing} {differ}, {scripts} random ones were tried."
                )
            }
        }
    }

    /// The rules that were never reached, or all.
    fn rules(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reached = |rule| self.verdict.reached.get(&rule).copied().unwrap_or_default();
        let is_of_ai = |rule: &Rule| rule.level() == Level::Ai;
        if self.checks_ai && !self.verdict.reached.keys().any(is_of_ai) {
            writeln!(f, "Section 9 was not reached: the program never answered as an AI.")?;
        }
        let asked = |rule: &Rule| self.checks_ai || !is_of_ai(rule);
        let all: Vec<_> = Rule::ALL.into_iter().filter(asked).collect();
        if self.coverage {
            let mut all = all.into_iter();
            return all.try_for_each(|rule| writeln!(f, "{:>7}  {rule}", reached(rule)));
        }
        if self.is_one_script {
            return Ok(());
        }
        let never = all.iter().filter(|rule| reached(**rule) == 0).count();
        let all = all.len();
        write!(f, "{} of {all} rules were reached before a difference", all - never)?;
        let hides = self.verdict.findings.iter().any(|finding| {
            matches!(finding.difference.cause.kind, Kind::Crash | Kind::Timeout | Kind::Rejects)
        });
        let hint = "; what stops a script early hides the rest";
        writeln!(f, "{}. See them with --coverage.", if hides { hint } else { "" })
    }
}

/// The name of the folder in which a finding is kept.
pub(super) fn kept_name(number: usize, finding: &Finding) -> String {
    format!("{number:02}-{}", finding.difference.cause.kind.name())
}

/// What is wrong, in a line.
fn headline(finding: &Finding) -> String {
    let cause = &finding.difference.cause;
    let what = match cause.kind {
        Kind::Rejects => "refuses what is legal",
        Kind::Accepts => "accepts what is not legal",
        Kind::Reason => "gives another reason",
        Kind::Picture => "prints another picture",
        Kind::Save => "saves something else",
        Kind::Victory => "sees a victory otherwise",
        Kind::Prints => "prints something else",
        Kind::Crash => "crashes",
        Kind::Timeout => "does not end in time",
        Kind::Output => "prints too much",
        Kind::Memory => "takes too much memory",
        Kind::Ai => "answers wrongly as an AI",
    };
    if cause.kind == Kind::Ai {
        let form = if cause.form.is_empty() { "" } else { ", " };
        return format!("{what}: {}{form}{}{}", cause.got, cause.form, flaky(finding));
    }
    if let Some(habit) = finding.habit() {
        return format!("{}{}", habit.words(), flaky(finding));
    }
    if cause.kind == Kind::Picture && cause.form.is_empty() {
        return format!("draws `{}` as `{}`{}", cause.expected, cause.got, flaky(finding));
    }
    let (ours, theirs) = (&finding.case.answer.output, &finding.case.ended.stdout);
    let is_cut = ours.len() > theirs.len() + 1 && ours.starts_with(theirs.trim_ascii_end());
    let stops = matches!(cause.kind, Kind::Picture | Kind::Save | Kind::Prints) && is_cut;
    let what = if stops { "prints nothing more" } else { what };
    let form = if cause.form.is_empty() { String::new() } else { format!(", {}", cause.form) };
    format!("{what}{form}{}", flaky(finding))
}

const fn flaky(finding: &Finding) -> &'static str {
    if finding.is_flaky { ", but not each time (flaky)" } else { "" }
}

fn sentence(rule: Rule) -> String {
    format!("{rule}, section {}: {}", rule.section(), rule.sentence())
}

fn origin(origin: &Origin) -> String {
    match origin {
        Origin::Probe(name) => format!("the probe `{name}`"),
        Origin::Form(name, Form::Crlf) => {
            format!("the probe `{name}` with lines that end with CRLF")
        }
        Origin::Form(name, form) => format!("the probe `{name}`, {}", form.name()),
        Origin::Card(name) => format!("the card {name}"),
        Origin::Random(number) => format!("random script {number}"),
        Origin::Given => "the script".to_owned(),
    }
}

fn script(script: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if script.is_empty() {
        return writeln!(f, "    {LABEL}(empty input){LABEL:#}");
    }
    let body = script.strip_suffix(b"\n").unwrap_or(script);
    let lines: Vec<_> = body.split(|byte| *byte == b'\n').collect();
    for line in lines.iter().take(LONGEST_SCRIPT) {
        writeln!(f, "    {SCRIPT}{}{SCRIPT:#}", Visible(line))?;
    }
    match lines.len().checked_sub(LONGEST_SCRIPT) {
        Some(more @ 1..) => writeln!(f, "    {LABEL}({more} more lines){LABEL:#}"),
        _ => Ok(()),
    }
}

fn last_line(text: &[u8]) -> Option<&[u8]> {
    text.trim_ascii().rsplit(|byte| *byte == b'\n').next().filter(|line| !line.is_empty())
}

fn label(name: &str, text: &dyn fmt::Display, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "  {LABEL}{name:<11}{LABEL:#}{text}")
}
