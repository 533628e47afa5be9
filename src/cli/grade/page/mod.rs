//! The HTML page: an overview of the class, and a part for each submission.
//!
//! Names and outputs are escaped. The page can be read in a browser without JavaScript.

mod finding;
mod overview;
mod submission;

use super::result::{Class, points};
use crate::cli::page::{Head, shown};
use crate::cli::rule_links;
use askama::Template;
use overview::Overview;
use submission::Submission;

#[derive(Template)]
#[template(path = "grade/page/page.html")]
struct Page<'c> {
    head: Head,
    heading: String,
    date: Option<&'c str>,
    tests: usize,
    /// The best possible score.
    most: f64,
    /// The overview of the class; `None` if there is a single submission.
    overview: Option<Overview>,
    submissions: Vec<Submission<'c>>,
}

/// A horizontal bar that consists of coloured parts.
#[derive(Template)]
#[template(path = "grade/page/bar.html")]
struct Bar {
    /// The CSS class, the start and the size of each part.
    parts: Vec<(&'static str, usize, usize)>,
    total: usize,
    label: String,
}

impl Bar {
    fn new(sizes: &[(&'static str, usize)], label: String) -> Self {
        let mut total = 0;
        let part = |(class, size): &(&'static str, usize)| {
            total += size;
            (*class, total - size, *size)
        };
        let parts = sizes.iter().map(part).collect();
        Self { parts, total: total.max(1), label }
    }
}

/// The name of a rule, with a link to the book if the address of the book is known.
#[derive(Template)]
#[template(path = "grade/page/rule.html")]
struct RuleName<'r> {
    id: &'r str,
    link: Option<String>,
}

fn rule_name(id: &str) -> RuleName<'_> {
    RuleName { id, link: rule_links::link(id) }
}

fn score(score: Option<f64>) -> String {
    score.map_or_else(|| "–".to_owned(), points)
}

pub(super) fn page(
    class: &Class<'_>,
    title: Option<&str>,
    date: Option<&str>,
) -> askama::Result<String> {
    let heading = match &class.graded[..] {
        [only] => shown(only.name),
        several => format!("{} submissions", several.len()),
    };
    let head = Head {
        title: title.map_or_else(|| format!("Marks: {heading}"), shown),
        command: "grade",
        style: concat!(include_str!("../../page/base.css"), include_str!("style.css")),
        script: include_str!("page.js"),
    };
    let is_alone = class.graded.len() == 1;
    let submissions = class.graded.iter().enumerate();
    let page = Page {
        head,
        heading: title.map_or(heading, shown),
        date,
        tests: class.exam.tests().len(),
        most: class.weights.max_score(),
        overview: (!is_alone).then(|| Overview::new(class)),
        submissions: submissions.map(|(k, graded)| Submission::new(k, graded, class)).collect(),
    };
    page.render()
}
