//! The part of the page about each submission.

use super::finding::{Finding, write_finding};
use super::html::{bar, text};
use crate::cli::grade::result::{Class, Graded};
use broadside::lab::grade::{RuleMark, Status};
use serde::Deserialize as _;
use std::fmt::{self, Write as _};

/// A part for each submission, in order of name. A link to a closed one opens it.
pub(super) fn write_all(class: &Class<'_>, page: &mut String) -> fmt::Result {
    let is_alone = class.graded.len() == 1;
    page.push_str("<section class=\"submissions\">\n");
    if !is_alone {
        page.push_str("<h2>Each submission</h2>\n");
    }
    for (number, graded) in class.graded.iter().enumerate() {
        write_one(number, graded, class.weights.max_score(), is_alone, page)?;
    }
    page.write_str("</section>\n</main>\n")
}

fn write_one(
    number: usize,
    graded: &Graded<'_>,
    max_score: f64,
    is_open: bool,
    page: &mut String,
) -> fmt::Result {
    let open = if is_open { " open" } else { "" };
    let tag = match (graded.trouble(), graded.findings.len()) {
        (Some(_), _) => "<span class=\"tag bad\">no program</span>".to_owned(),
        (None, 0) => "<span class=\"tag good\">no findings</span>".to_owned(),
        (None, 1) => "<span class=\"tag\">1 finding</span>".to_owned(),
        (None, count) => format!("<span class=\"tag\">{count} findings</span>"),
    };
    writeln!(
        page,
        "<details{open} class=\"submission\">\n<summary><span class=\"who\">{}</span>{tag}\
         <span class=\"points\"><b>{:.1}</b> of {max_score}</span></summary>\n<div id=\"s{number}\">",
        text(graded.name),
        graded.score
    )?;
    match graded.trouble() {
        Some(trouble) => write_trouble(trouble, page)?,
        None => write_marks(graded, page)?,
    }
    for (index, value) in graded.findings.iter().enumerate() {
        if let Ok(finding) = Finding::deserialize(value) {
            write_finding(index + 1, &finding, page)?;
        }
    }
    page.write_str("</div>\n</details>\n")
}

fn write_trouble(trouble: &str, page: &mut String) -> fmt::Result {
    page.push_str("<p>There is no program to test:</p>\n<pre class=\"trouble\">");
    for line in trouble.lines() {
        writeln!(page, "{}", text(line))?;
    }
    page.write_str("</pre>\n")
}

fn write_marks(graded: &Graded<'_>, page: &mut String) -> fmt::Result {
    if !graded.marks.levels.is_empty() {
        page.push_str("<ul class=\"levels\">\n");
        for mark in &graded.marks.levels {
            let (same, of) = (mark.same as usize, mark.of as usize);
            let label = format!("{same} of {of} scripts right");
            let bar = bar(&[("r", same), ("w", of - same)], &label);
            let share = same * 100 / of.max(1);
            let level = mark.level;
            writeln!(
                page,
                "<li title=\"{label}\"><span>{level}</span>{bar}<span>{share}&nbsp;%</span></li>"
            )?;
        }
        page.push_str("</ul>\n");
    }
    let wrong = rules(graded, Status::Wrong);
    if !wrong.is_empty() {
        write!(page, "<p class=\"rules\"><b>Wrong:</b>")?;
        write_rules(&wrong, page)?;
        page.push_str("</p>\n");
    }
    let missing = rules(graded, Status::NotReached);
    if !missing.is_empty() {
        let count = missing.len();
        let rules = if count == 1 { "rule" } else { "rules" };
        write!(page, "<details class=\"rules\"><summary>{count} {rules} not reached</summary><p>")?;
        write_rules(&missing, page)?;
        page.push_str("</p></details>\n");
    }
    Ok(())
}

fn rules<'g>(graded: &'g Graded<'_>, status: Status) -> Vec<&'g RuleMark> {
    graded.marks.rules.iter().filter(|mark| mark.status == status).collect()
}

/// Rules, each with its share and its sentence behind it.
fn write_rules(marks: &[&RuleMark], page: &mut String) -> fmt::Result {
    for mark in marks {
        let share =
            if mark.of > 0 { format!(" {}/{}", mark.right, mark.of) } else { String::new() };
        let (rule, sentence) = (mark.rule, text(mark.rule.sentence()));
        write!(page, " <span title=\"{sentence}\"><code>{rule}</code>{share}</span>")?;
    }
    Ok(())
}
