//! The class at a glance: figures, the rules that most have wrong, and the picture of submissions and
//! rules.

use super::html::{bar, text};
use crate::cli::grade::result::{Class, ClassRule, Graded};
use broadside::lab::grade::Status;
use broadside::lab::rules::{Level, Rule};
use std::cmp::Reverse;
use std::fmt::{self, Write as _};

/// How many of the worst rules are listed.
const WORST: usize = 12;

/// How many bars the picture of the scores has.
const BARS: usize = 10;

/// Everything before the parts of the submissions; ends the page's header.
pub(super) fn write(class: &Class<'_>, page: &mut String) -> fmt::Result {
    let tests = class.exam.tests().len();
    let most = class.weights.max_score();
    writeln!(
        page,
        "<p class=\"lead\">{tests} tests each, {most} points at most.</p>\n</header>\n<main>"
    )?;
    if class.graded.len() > 1 {
        figures(class, page)?;
        worst(class, page)?;
        picture(class, page)?;
    }
    Ok(())
}

fn figures(class: &Class<'_>, page: &mut String) -> fmt::Result {
    let mut scores: Vec<_> = class.graded.iter().map(|graded| graded.score).collect();
    scores.sort_by(f64::total_cmp);
    let most = class.weights.max_score();
    let full = scores.iter().filter(|score| **score + 0.005 >= most).count();
    let unbuilt = class.graded.iter().filter(|graded| graded.trouble().is_some()).count();
    page.push_str("<section class=\"figures\" aria-label=\"Figures\">\n<dl>\n");
    let middle = f64::midpoint(scores[(scores.len() - 1) / 2], scores[scores.len() / 2]);
    for (name, value) in [
        ("median score", format!("{middle:.1}")),
        ("best", format!("{:.1}", scores[scores.len() - 1])),
        ("everything right", full.to_string()),
        ("no program", unbuilt.to_string()),
    ] {
        writeln!(page, "<div><dt>{name}</dt><dd>{value}</dd></div>")?;
    }
    page.push_str("</dl>\n");
    histogram(&scores, most, page)?;
    page.push_str("</section>\n");
    Ok(())
}

/// How many submissions have how many points.
fn histogram(scores: &[f64], most: f64, page: &mut String) -> fmt::Result {
    let mut counts = [0_u32; BARS];
    for score in scores {
        let bar = (1..BARS)
            .rev()
            .find(|bar| score * 10.0 >= most * f64::from(u32::try_from(*bar).unwrap_or(0)));
        counts[bar.unwrap_or(0)] += 1;
    }
    let top = counts.iter().max().copied().unwrap_or(1).max(1);
    page.push_str(
        "<figure class=\"scores\"><svg viewBox=\"0 0 200 60\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"How many \
        submissions have how many points\">",
    );
    for (x, count) in (0_u32..).zip(counts) {
        let height = (count * 58).div_ceil(top);
        write!(
            page,
            "<rect x=\"{}\" y=\"{}\" width=\"17\" height=\"{}\"><title>{count} with {} % or \
             more</title></rect>",
            x * 20 + 1,
            60 - height,
            height,
            x * 10
        )?;
    }
    writeln!(
        page,
        "</svg><figcaption><span>0</span><span>points</span><span>{most}</span></figcaption></figure>"
    )
}

fn worst(class: &Class<'_>, page: &mut String) -> fmt::Result {
    let mut rules = class.worst_rules();
    let unknown = rules.iter().filter(|row| row.right + row.wrong == 0).count();
    rules.retain(|row| row.wrong > 0);
    rules.sort_by_key(|row| Reverse(row.wrong));
    page.push_str("<section>\n<h2>What the class has wrong</h2>\n");
    if rules.is_empty() {
        page.push_str("<p>Nothing: no rule is broken in any submission.</p>\n");
    }
    page.push_str("<ol class=\"worst\">\n");
    for row in rules.iter().take(WORST) {
        worst_rule(row, page)?;
    }
    page.push_str("</ol>\n");
    if rules.len() > WORST {
        let others = rules.len() - WORST;
        writeln!(
            page,
            "<p class=\"quiet\">{others} more rules are broken in some submission.</p>"
        )?;
    }
    if unknown > 0 {
        writeln!(page, "<p class=\"quiet\">{unknown} rules were reached by nobody.</p>")?;
    }
    page.write_str("</section>\n")
}

fn worst_rule(row: &ClassRule, page: &mut String) -> fmt::Result {
    let ClassRule { rule, right, wrong, not_reached } = *row;
    let label = format!("{wrong} wrong, {not_reached} not reached, {right} right");
    let bar = bar(&[("w", wrong), ("n", not_reached), ("r", right)], &label);
    writeln!(
        page,
        "<li><div><code>{}</code> <span class=\"quiet\">section {}</span></div>\
         <p>{}</p>{bar}<p class=\"counts\">{label}</p></li>",
        rule.id(),
        rule.section(),
        text(rule.sentence())
    )
}

/// Submissions by rules: those with the best score first, rules in the order of lessons.
fn picture(class: &Class<'_>, page: &mut String) -> fmt::Result {
    let mut rules: Vec<_> = class.worst_rules().into_iter().map(|row| row.rule).collect();
    rules.sort_by_key(|rule| (rule.level(), *rule));
    let mut rows: Vec<_> = class.graded.iter().enumerate().collect();
    rows.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score).then(a.name.cmp(b.name)));
    page.push_str(
        "<section>\n<h2>Submissions and rules</h2>\n<p class=\"legend\"><span><i class=\"r\"></i> right</span> \
         <span><i class=\"w\">×</i> wrong</span> <span><i class=\"n\"></i> not reached</span></p>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Submissions and rules\">\n\
         <table class=\"map\">\n<thead>\n",
    );
    head(&rules, page)?;
    page.push_str("</thead>\n<tbody>\n");
    for (number, graded) in rows {
        row(number, graded, &rules, page)?;
    }
    page.write_str("</tbody>\n</table>\n</div>\n</section>\n")
}

/// Two lines: levels, and the rules of each.
fn head(rules: &[Rule], page: &mut String) -> fmt::Result {
    page.push_str("<tr><th rowspan=\"2\" scope=\"col\" class=\"name\">Submission");
    page.push_str("<th rowspan=\"2\" scope=\"col\" class=\"points\">Score");
    for level in Level::ALL {
        let span = rules.iter().filter(|rule| rule.level() == level).count();
        if span > 0 {
            write!(
                page,
                "<th colspan=\"{span}\" scope=\"colgroup\" class=\"level\"><span>{level}</span>"
            )?;
        }
    }
    page.push_str("\n<tr>");
    let mut last = None;
    for rule in rules {
        let first = first_class(&mut last, rule.level());
        let sentence = text(rule.sentence());
        write!(
            page,
            "<th scope=\"col\" class=\"rule{first}\" title=\"{sentence}\"><span>{rule}</span>"
        )?;
    }
    page.write_str("\n")
}

/// What marks the first rule of a level.
fn first_class(last: &mut Option<Level>, level: Level) -> &'static str {
    if last.replace(level) == Some(level) { "" } else { " f" }
}

fn row(number: usize, graded: &Graded<'_>, rules: &[Rule], page: &mut String) -> fmt::Result {
    let name = text(graded.name);
    write!(page, "<tr><th scope=\"row\" class=\"name\"><a href=\"#s{number}\">{name}</a>")?;
    write!(page, "<td class=\"points\">{:.1}", graded.score)?;
    let mut last = None;
    for rule in rules {
        let first = first_class(&mut last, rule.level());
        match graded.marks.status(*rule) {
            Status::Right => write!(page, "<td class=\"r{first}\">")?,
            Status::Wrong => write!(page, "<td class=\"w{first}\" title=\"{name}: {rule}\">×")?,
            Status::NotReached | Status::NotSettled => write!(page, "<td class=\"n{first}\">")?,
        }
    }
    page.write_str("\n")
}
