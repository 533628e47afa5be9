//! Reads whole scripts, writes whole results, and finds the scripts in folders.

use super::disk::{destination, folder_of};
use super::exit::{Exit, Failure, Result, is_standard, shown};
use broadside::arena::tournament::Setup;
use broadside::ports::Ports;
use clap::builder::{PathBufValueParser, TypedValueParser};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Returns a parser for the path of a file. The parser refuses `-`, which means standard output.
pub(super) fn own_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_file = !is_standard(&path);
        is_file
            .then_some(path)
            .ok_or("a file is needed, because standard output has the other results")
    })
}

/// The most bytes that are read from a file: 256 MiB. There is a limit because a device might
/// never end.
const LONGEST: u64 = 1 << 28;

/// Reads a whole file, or standard input if the path is `-`. Fails if there are more than
/// [`LONGEST`] bytes.
pub(super) fn read(path: &Path, ports: &mut Ports<'_>) -> Result<Vec<u8>> {
    let bytes = if is_standard(path) {
        at_most(LONGEST, &mut *ports.input)
    } else {
        ports.files.open(path).and_then(|file| at_most(LONGEST, file))
    };
    let whole = bytes.and_then(|bytes| bytes.ok_or_else(|| ErrorKind::FileTooLarge.into()));
    whole.map_err(Failure::input(path))
}

/// Returns the set-up with this name, or else the script in this file.
pub(super) fn setup(path: &Path, ports: &mut Ports<'_>) -> Result<Setup> {
    if let Some(setup) = path.to_str().and_then(Setup::from_name) {
        return Ok(setup);
    }
    match read(path, ports) {
        Err(Failure::Input { error, .. }) if error.kind() == ErrorKind::NotFound => {
            let (names, found) = (Setup::NAMES.join(", "), path.display());
            let why = format!("--setup: expected {names} or a file, found `{found}`");
            Err(Failure::Refused(why))
        }
        script => script.map(Setup::Script),
    }
}

/// Reads a whole file. Fails for a pipe, a device, or a file of more than `mebibytes` MiB.
pub(super) fn read_regular(path: &Path, mebibytes: u64) -> io::Result<Vec<u8>> {
    refuse_special(path)?;
    let bytes = at_most(mebibytes << 20, fs::File::open(path)?)?;
    bytes.ok_or_else(|| io::Error::other(format!("it is longer than {mebibytes} MiB")))
}

/// Reads all bytes of `input`. Returns `None` if there are more than `most` bytes.
fn at_most(most: u64, input: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= most))
}

/// Replaces or makes the file. After a failure, the old file stays if possible.
pub(super) fn save(path: &Path, bytes: &[u8], ports: &Ports<'_>) -> Result<()> {
    ports.files.replace(path, bytes).map_err(Failure::save(path))
}

pub(super) fn save_json(path: &Path, value: &impl Serialize, ports: &Ports<'_>) -> Result<()> {
    let text = serde_json::to_vec_pretty(value).map_err(io::Error::from);
    let mut text = text.map_err(Failure::save(path))?;
    text.push(b'\n');
    save(path, &text, ports)
}

/// An option, and the path that it names.
pub(super) type Named<'p> = (&'static str, Option<&'p Path>);

/// Makes the folders that a command will write. A command calls this function before its long work
/// begins. Fails if a folder or a file of `written` cannot be written, or if another option names a
/// file of `written`. `kept` has the files that the command reads, or to which it adds.
pub(super) fn check_outputs(
    kept: &[Named<'_>],
    written: &[Named<'_>],
    folders: &[Option<&Path>],
    ports: &Ports<'_>,
) -> Result<()> {
    for folder in folders.iter().flatten() {
        make_folder(folder)?;
        // The draft fails if the folder takes no new files. It is dropped, so no file stays.
        let draft = folder.join(format!("broadside-{}", std::process::id()));
        ports.files.draft(&draft).map_err(Failure::save(folder))?;
    }
    let kept = kept.iter().filter_map(|(option, path)| Some((*option, (*path)?)));
    let kept = kept.filter(|(_, path)| !is_standard(path));
    let mut named: BTreeMap<_, _> = kept.map(|(option, path)| (real_path(path), option)).collect();
    for (option, path) in written {
        let Some(path) = path.filter(|path| !is_special(path)) else { continue };
        if let Some(other) = named.insert(real_path(path), option) {
            let message = format!("{other} and {option} name one file: `{}`", shown(path));
            return Err(Failure::Options(message));
        }
        // The draft is dropped, so the file does not change.
        ports.files.draft(path).map_err(Failure::save(path))?;
    }
    Ok(())
}

/// Whether the path leads to a pipe or a device. [`check_outputs`] does not open such files: this
/// would disturb the reader of a pipe.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Fails for a pipe or a device: opening such a file might never return, even after Ctrl-C.
pub(super) fn refuse_special(path: &Path) -> io::Result<()> {
    if is_special(path) { Err(io::Error::other("it is not a regular file")) } else { Ok(()) }
}

/// Returns the path of the file without links. The file need not exist.
fn real_path(path: &Path) -> PathBuf {
    let target = destination(path);
    match (folder_of(&target).canonicalize(), target.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => target,
    }
}

pub(super) fn make_folder(path: &Path) -> Result<()> {
    let made = fs::create_dir_all(path).map_err(|error| {
        let is_file = error.kind() == ErrorKind::AlreadyExists;
        if is_file { ErrorKind::NotADirectory.into() } else { error }
    });
    made.map_err(Failure::save(path))
}

/// Replaces each folder by the scripts in it and below it.
pub(super) fn scripts(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if !is_standard(path) && path.is_dir() {
            scripts_below(path, &mut found).map_err(Failure::input(path))?;
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

fn scripts_below(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for path in sorted_entries(folder)? {
        // A link to a folder is not followed, because it may lead to a folder above.
        if path.is_dir() && !path.is_symlink() {
            scripts_below(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "ships") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

pub(super) fn sorted_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Calls `run` for each file, and returns the worst exit status. If a file cannot be read or
/// written, reports this and goes on with the next file. Any other failure ends the work.
pub(super) fn each(
    files: &[PathBuf],
    ports: &mut Ports<'_>,
    mut run: impl FnMut(&Path, &mut Ports<'_>) -> Result<Exit>,
) -> Result<Exit> {
    let mut exit = Exit::Done;
    for path in files {
        let next = match run(path, ports) {
            Err(failure @ (Failure::Input { .. } | Failure::Save { .. })) => {
                ports.report(&format!("broadside: {failure}\n"))?;
                Exit::Own(3)
            }
            next => next?,
        };
        exit = worse(exit, next);
    }
    Ok(exit)
}

/// Returns the worse of two exits of `check` or `fmt`. `Exit::Own(3)`, a failure of input or
/// output, is the worst.
pub(super) fn worse(one: Exit, other: Exit) -> Exit {
    let order = [Exit::Own(3), Exit::Syntax, Exit::Invalid];
    order.into_iter().find(|exit| [one, other].contains(exit)).unwrap_or(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_long_files_are_refused_and_never_cut() {
        assert_eq!(at_most(4, &b"1234"[..]).unwrap().as_deref(), Some(&b"1234"[..]));
        assert_eq!(at_most(4, &b"12345"[..]).unwrap(), None);
        assert_eq!(at_most(4, io::repeat(0)).unwrap(), None);
    }
}
