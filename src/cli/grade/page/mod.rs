//! The page: a class at a glance, and a part for each submission.
//!
//! It is one file that asks for nothing else and runs no script; a policy in it says so to the browser.
//! What programs printed, and what submissions are called, is shown as text only.

mod finding;
mod html;
mod overview;
mod submission;

use super::result::Class;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use html::text;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");

/// What a browser may do with the page: use this very style sheet, and nothing else.
fn policy() -> String {
    let digest = STANDARD.encode(Sha256::digest(STYLE));
    format!("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-{digest}'")
}

/// The whole page.
pub(super) fn page(class: &Class<'_>) -> String {
    let mut page = String::with_capacity(1 << 20);
    let count = class.graded.len();
    let title =
        if count == 1 { text(class.graded[0].name) } else { format!("{count} submissions") };
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>Marks: {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<p class=\"brand\">broadside grade</p>\n<h1>{title}</h1>\n",
        policy()
    )
    .expect("a string grows");
    overview::write(class, &mut page).expect("a string grows");
    submission::write_all(class, &mut page).expect("a string grows");
    page.push_str(FOOTER);
    page
}

const FOOTER: &str = "<footer>\n<p>A rule is <b>right</b> where no test breaks it, <b>wrong</b> where one \
does, and <b>not reached</b> where something else always went wrong before. The score is the sum over all \
rules of weight times share of their cards and scripts right.</p>\n</footer>\n</body>\n</html>\n";
