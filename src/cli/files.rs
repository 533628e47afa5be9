//! Whole files.

use super::exit::Failure;
use broadside::ports::Ports;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Whether `path` stands for the standard stream.
pub(super) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// All bytes of a file, or of standard input for `-`.
pub(super) fn read(path: &Path, ports: &mut Ports<'_>) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let outcome = if is_standard(path) {
        ports.input.read_to_end(&mut bytes)
    } else {
        ports.files.open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    match outcome {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::Input { path: PathBuf::from(path), error }),
    }
}
