//! `broadside fmt`: writes scripts in their canonical form, which has at most one tag or command on
//! each line. `--check` only names the scripts that are not in this form, and `--diff` only shows
//! the changes.

use super::exit::{Exit, Failure, Result, is_standard, shown};
use super::{files, report};
use broadside::ports::Ports;
use broadside::script::format;
use memchr::memchr_iter;
use similar::TextDiff;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Replace,
    /// Writes the name of each script that is not in its canonical form.
    Compare,
    /// Writes the changes that `Replace` would make.
    Show,
}

/// Handles each script as `mode` says. A file with a syntax error stays unchanged.
pub(super) fn run(files: &[PathBuf], mode: Mode, ports: &mut Ports<'_>) -> Result<Exit> {
    files::each(&files::scripts(files)?, ports, |path, ports| run_file(path, mode, ports))
}

fn run_file(path: &Path, mode: Mode, ports: &mut Ports<'_>) -> Result<Exit> {
    let script = files::read(path, ports)?;
    match format(&script) {
        Ok(_) if !is_standard(path) && is_binary(&script) => {
            let error = io::Error::other("it is not a script: it has no tag, but NUL bytes");
            Err(Failure::Input { path: path.to_owned(), error })
        }
        Ok(canonical) => apply(path, &script, &canonical, mode, ports),
        Err(error) => {
            ports.report(&report::syntax(&shown(path), &error))?;
            Ok(Exit::Syntax)
        }
    }
}

/// Whether the file has NUL bytes and no tag. Such a file is not a script, and `fmt *` must not
/// damage it.
fn is_binary(file: &[u8]) -> bool {
    let has = |text: &str| memchr::memmem::find(file, text.as_bytes()).is_some();
    has("\0") && !["[state]", "[playerA]", "[playerB]"].into_iter().any(has)
}

/// Writes the bytes of the path unchanged, because another program may read them.
fn write_name(path: &Path, ports: &mut Ports<'_>) -> io::Result<()> {
    if is_standard(path) {
        return writeln!(ports.out, "{}", shown(path));
    }
    ports.out.write_all(path.as_os_str().as_encoded_bytes())?;
    ports.out.write_all(b"\n")
}

fn apply(
    path: &Path,
    script: &[u8],
    canonical: &[u8],
    mode: Mode,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let differs = script != canonical;
    match mode {
        Mode::Compare if differs => {
            write_name(path, ports)?;
            return Ok(Exit::Invalid);
        }
        Mode::Show if differs => {
            show(path, script, canonical, ports)?;
            return Ok(Exit::Invalid);
        }
        Mode::Replace if is_standard(path) => ports.out.write_all(canonical)?,
        Mode::Replace if differs => files::save(path, canonical, ports)?,
        Mode::Compare | Mode::Show | Mode::Replace => {}
    }
    Ok(Exit::Done)
}

/// If the old and the new text together have more lines than this, [`show`] shows a single change
/// from the first difference to the last. It does not search for small changes, because this search
/// takes quadratic time.
const MOST_LINES: usize = 10_000;

fn show(path: &Path, old: &[u8], new: &[u8], ports: &mut Ports<'_>) -> io::Result<()> {
    let mut search = TextDiff::configure();
    if memchr_iter(b'\n', old).chain(memchr_iter(b'\n', new)).count() > MOST_LINES {
        search.timeout(Duration::ZERO);
    }
    let (name, diff) = (shown(path), search.diff_lines(old, new));
    diff.unified_diff().header(&name, &name).to_writer(&mut *ports.out)
}
