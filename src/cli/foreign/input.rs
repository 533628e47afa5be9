//! Puts the whole input of a program into a file. Writing to a pipe might have to wait for the
//! program, which might never read its input.

use std::fs::File;
use std::io::{self, Seek as _, Write as _};

/// Returns a file with `bytes`. On Linux the file cannot be changed.
pub(super) fn file_of(bytes: &[u8]) -> io::Result<File> {
    let mut file = new_file()?;
    file.write_all(bytes)?;
    seal(&file)?;
    file.rewind()?;
    Ok(file)
}

#[cfg(target_os = "linux")]
fn new_file() -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    Ok(memfd_create("input", flags)?.into())
}

#[cfg(target_os = "linux")]
fn seal(file: &File) -> io::Result<()> {
    use rustix::fs::{SealFlags, fcntl_add_seals};
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    Ok(fcntl_add_seals(file, seals)?)
}

#[cfg(not(target_os = "linux"))]
fn new_file() -> io::Result<File> {
    tempfile::tempfile()
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on Linux")]
fn seal(_: &File) -> io::Result<()> {
    Ok(())
}
