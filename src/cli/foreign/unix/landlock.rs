//! A sandbox for machines without bubblewrap (a program that makes sandboxes). It uses Landlock and
//! seccomp, two features of the Linux kernel.
//!
//! A program can read the files that it would see in bubblewrap. It can write to a folder for
//! temporary files, and to the folder that its command sets, if any. It cannot open sockets. From
//! Linux 6.12 on, it cannot send signals to processes outside of the sandbox. Landlock blocks
//! access to files and to the memory of other processes, and [`calls`] uses seccomp to block system
//! calls. A program can still change the permissions of the user's files.

use super::bubblewrap::{PROGRAM_FOLDERS, etc_entries, named, secrets, sees_all};
use super::calls;
use super::message::Request;
use caps::{CapSet, Capability};
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};
use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The rights that the kernel must be able to take away. Kernels before Linux 6.2 are refused: they
/// cannot take away the right to empty a file, so a program could empty a file that it cannot open.
const NEEDED: ABI = ABI::V3;

/// The rights that are taken away if the kernel can do so. They include the rights to use TCP, to
/// control devices and, from Linux 6.12 on, to send signals to processes outside of the sandbox and
/// to connect to their abstract Unix sockets.
const WANTED: ABI = ABI::V6;

/// Devices without data, which a program can read and write.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Confines this thread and all processes that it starts. `run` is the folder for temporary files.
pub(super) fn confine(request: &Request, run: &Path) -> io::Result<()> {
    let failed = |error: Box<dyn Error>| io::Error::other(format!("Landlock: {error}"));
    drop_capabilities().map_err(failed)?;
    restrict_files(request, run).map_err(failed)?;
    calls::apply_filters().map_err(failed)
}

/// Gives up all rights of the superuser. The program cannot get them back by starting other
/// programs.
fn drop_capabilities() -> Result<(), Box<dyn Error>> {
    if caps::has_cap(None, CapSet::Effective, Capability::CAP_SETPCAP)? {
        caps::clear(None, CapSet::Bounding)?;
    }
    for set in [CapSet::Ambient, CapSet::Inheritable, CapSet::Effective, CapSet::Permitted] {
        caps::clear(None, set)?;
    }
    Ok(())
}

fn restrict_files(request: &Request, run: &Path) -> Result<(), Box<dyn Error>> {
    let current = env::current_dir()?;
    let own = request.folder.as_ref().map(|folder| current.join(folder));
    let folder = own.as_ref().unwrap_or(&current);
    let read = PROGRAM_FOLDERS.map(PathBuf::from).into_iter().chain(["/usr".into()]);
    // The current folder, if the program sees all of it.
    let listed = (own.is_none() && sees_all(request, &current)).then(|| current.clone());
    let secrets = secrets(request, folder);
    let read = read.chain(listed.clone()).filter_map(|path| path.canonicalize().ok());
    let read = read.flat_map(|path| without(path, &secrets));
    let read = read.chain(etc_entries()).chain(named(request, folder));
    let read = read.chain(["/proc".into()]);
    let written = [run].into_iter().chain(own.as_deref());
    let written = written.map(Path::to_owned).chain(DEVICES.map(PathBuf::from));
    let all_but_devices = AccessFs::from_all(WANTED) & !(AccessFs::MakeChar | AccessFs::MakeBlock);
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(NEEDED))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?
        .add_rules(path_beneath_rules(read, AccessFs::from_read(WANTED)))?
        // Python must list a folder to import modules from it.
        .add_rules(path_beneath_rules(listed, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(written, all_but_devices))?
        .restrict_self()?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err("this kernel does not support it".into());
    }
    Ok(())
}

/// Returns the parts of `path` that contain no secrets (files and folders that a program must not
/// see).
fn without(path: PathBuf, secrets: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    let has_secret = |path: &Path| secrets.iter().any(|secret| secret.starts_with(path));
    if secrets.contains(&path) {
        return Vec::new();
    }
    if !has_secret(&path) {
        return vec![path];
    }
    // If a rule names a link, Landlock applies the rule to the target. `/usr/bin/X11` is often a
    // link to `/usr/bin`.
    let is_secret = |target: PathBuf| {
        has_secret(&target) || secrets.iter().any(|secret| target.starts_with(secret))
    };
    let leads_to_secret =
        |entry: &PathBuf| entry.is_symlink() && entry.canonicalize().is_ok_and(is_secret);
    let entries = fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path());
    entries
        .filter(|entry| !leads_to_secret(entry))
        .flat_map(|entry| without(entry, secrets))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_to_our_binary_and_its_folder_are_not_allowed() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        for name in ["ours", "other"] {
            fs::write(top.join(name), "").unwrap();
        }
        for (target, link) in [("ours", "alias"), (".", "loop"), ("other", "link")] {
            symlink(target, top.join(link)).unwrap();
        }
        let mut allowed = without(top.clone(), &BTreeSet::from([top.join("ours")]));
        allowed.sort();
        assert_eq!(allowed, ["link", "other"].map(|name| top.join(name)));
    }
}
