//! Results as JSON (spec/laboratory.md, section 7): a file for each submission.

use super::result::{Class, Graded};
use super::{make_folder, save};
use crate::cli::exit::Failure;
use broadside::ports::Ports;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The longest output that stands in a finding of a grade, in bytes.
const LONGEST_OUTPUT: usize = 32 << 10;

/// Writes a file for each submission to a folder.
pub(super) fn write(folder: &Path, class: &Class<'_>, ports: &Ports<'_>) -> Result<(), Failure> {
    make_folder(folder)?;
    for graded in &class.graded {
        let text = format!("{:#}\n", grade(graded, class.weights.max_score()));
        save(&folder.join(file_name(graded.name, ".json")), text.as_bytes(), ports)?;
    }
    Ok(())
}

/// A submission's result.
pub(super) fn grade(graded: &Graded<'_>, max_score: f64) -> Value {
    let rules = graded.marks.rules.iter().map(|mark| {
        json!({
            "id": mark.rule.id(),
            "section": mark.rule.section(),
            "status": mark.status.name(),
            "right": mark.right,
            "of": mark.of,
        })
    });
    let levels = graded.marks.levels.iter();
    let levels =
        levels.map(|mark| json!({ "level": mark.level.name(), "same": mark.same, "of": mark.of }));
    json!({
        "schema": "broadside.grade/1",
        "submission": graded.name,
        "build": { "status": graded.build.name(), "message": graded.build.message() },
        "score": graded.score,
        "max_score": max_score,
        "rules": rules.collect::<Vec<_>>(),
        "levels": levels.collect::<Vec<_>>(),
        "findings": graded.findings,
    })
}

/// A finding without the ends of very long outputs: there are many findings, and what matters stands at
/// the first difference.
pub(super) fn cut(mut finding: Value) -> Value {
    let difference = finding["first_difference"]["byte"].as_u64().unwrap_or(0);
    let from = usize::try_from(difference).unwrap_or(usize::MAX);
    for side in ["expected", "got"] {
        let Some(text) = finding[side].as_str() else { continue };
        let most = from.saturating_add(LONGEST_OUTPUT);
        if text.len() > most {
            let end = (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            finding[side] = Value::String(format!("{}\n(cut here)", &text[..end]));
        }
    }
    finding
}

/// A file's name for a submission's name, which is no path any more.
pub(super) fn file_name(name: &str, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", name.replace(['/', '\0'], "_")))
}
