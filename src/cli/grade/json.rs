//! Writes the results as JSON, with a file for each submission (spec laboratory §4; §7 explains the
//! fields).

use super::result::{Class, Graded};
use crate::cli::digest::Digest;
use crate::cli::exit::Result;
use crate::cli::files::{make_folder, save_json};
use broadside::lab::report::{Grade, GradeSchema};
use broadside::ports::Ports;
use std::path::{Path, PathBuf};

pub(super) fn write(folder: &Path, class: &Class<'_>, ports: &Ports<'_>) -> Result<()> {
    make_folder(folder)?;
    class.graded.iter().try_for_each(|graded| {
        let path = folder.join(file_name(graded.name, ".json"));
        save_json(&path, &grade(graded, class.weights.max_score()), ports)
    })
}

fn grade(graded: &Graded<'_>, max_score: f64) -> Grade {
    Grade {
        schema: GradeSchema::Grade1,
        submission: graded.name.to_owned(),
        names_broadside: graded.names_broadside.clone(),
        build: graded.build.clone(),
        score: graded.mark(),
        max_score,
        rules: graded.marks.rule_results(),
        levels: graded.marks.levels.clone(),
        findings: graded.findings.clone(),
    }
}

/// Returns a safe name of a file. Control characters and separators of paths become `_`. A name
/// that is cut or had control characters gets a digest at its end, so that it stays unique.
pub(super) fn file_name(name: &str, ending: &str) -> PathBuf {
    const LONGEST: usize = 200;
    let is_separator = |c| c == '/' || cfg!(windows) && c == '\\';
    let mut safe = name.replace(|c: char| is_separator(c) || c.is_control(), "_");
    if safe.len() > LONGEST || name.contains(char::is_control) {
        safe.truncate(safe.floor_char_boundary(LONGEST));
        safe = format!("{safe}~{}", Digest::of(name.as_bytes()));
    }
    PathBuf::from(safe + ending)
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_of_files_have_no_control_characters() {
        let [one, other] = ["a\nb", "a\tb"].map(|name| file_name(name, ".json"));
        assert!(!one.to_string_lossy().contains('\n') && one != other);
        assert_eq!(file_name("c/d", ".json").to_string_lossy(), "c_d.json");
    }
}
