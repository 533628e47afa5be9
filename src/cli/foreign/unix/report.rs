//! Translates exit codes and signals into [`Ending`]s, and adds tips to the messages about programs
//! that cannot be started.

use super::super::sandbox::Sandbox;
use super::message::Request;
use broadside::ports::programs::Ending;
use signal_hook::low_level::signal_name;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

pub(super) fn exited(code: i32) -> Ending {
    Ending::Exited(code.to_le_bytes()[0])
}

pub(super) fn signalled(signal: i32) -> Ending {
    let unnamed = || format!("SIG{signal}").into();
    Ending::Signal(signal_name(signal).map_or_else(unnamed, Cow::Borrowed))
}

/// Adds a tip if the file of a program shows why the program cannot be started.
pub(super) fn with_tip(ending: Ending, request: &Request) -> Ending {
    if let Ending::CannotStart(reason) = &ending
        && let Some(tip) = tip(request)
    {
        return Ending::CannotStart(format!("{reason}; {tip}"));
    }
    ending
}

fn tip(request: &Request) -> Option<String> {
    if matches!(request.sandbox, Sandbox::Prefix(_)) {
        return None;
    }
    let word = request.words.first()?.to_str()?;
    let path = Path::new(request.folder.as_deref().unwrap_or_default()).join(word);
    let about = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
    if !word.contains('/') {
        return Some(format!("for the file in this folder, write `./{word}`"));
    }
    if about.permissions().mode() & 0o111 == 0 {
        return Some(format!("the file is not executable: `chmod +x {word}` makes it so"));
    }
    let mut first = [0; 2];
    File::open(path).ok()?.read_exact(&mut first).ok()?;
    let is_text = first[0].is_ascii_graphic() && first != *b"#!";
    is_text.then(|| {
        "its first line does not name an interpreter (as in `#!/usr/bin/env python3`)".into()
    })
}
