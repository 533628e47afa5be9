//! The package for npm: the interpreter and the opponent as WebAssembly. The playground uses the
//! package too.

use crate::Fault;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// The paths of the modules in the package.
pub(crate) const INTERPRETER: &str = "engine_bg.wasm";
pub(crate) const OPPONENT: &str = "opponent/opponent_bg.wasm";
/// The files of the package that are in the folder `npm` of the repository.
const WRITTEN: [&str; 7] = [
    "package.json",
    "README.md",
    "index.js",
    "index.d.ts",
    "start.js",
    "opponent/index.js",
    "opponent/index.d.ts",
];

/// Builds the package. Returns a line with its folder and the sizes of its modules.
pub(crate) fn build() -> Result<String, Fault> {
    let (root, target) = folders()?;
    let package = package(&root, &target)?;
    let size = |module| fs::metadata(package.join(module)).map(|file| file.len());
    let (interpreter, opponent) = (size(INTERPRETER)?, size(OPPONENT)?);
    let folder = package.display();
    Ok(format!("{folder}: the interpreter {interpreter} bytes, the opponent {opponent} bytes"))
}

/// Returns the root of the repository and the target folder.
pub(crate) fn folders() -> Result<(PathBuf, PathBuf), Fault> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above xtask")?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok((root.to_owned(), target))
}

/// Builds the package, and returns its folder.
pub(crate) fn package(root: &Path, target: &Path) -> Result<PathBuf, Fault> {
    let interpreter = compile(root, target, "broadside-playground", "web")?;
    let opponent = compile(root, target, "broadside-opponent", "web-small")?;
    let package = target.join("npm/package");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    bind(&interpreter, "engine", &package)?;
    bind(&opponent, "opponent", &package.join("opponent"))?;
    for name in WRITTEN {
        fs::copy(root.join("npm").join(name), package.join(name))?;
    }
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root.join(name), package.join(name))?;
    }
    Ok(package)
}

/// Writes two files to a folder: the module `NAME_bg.wasm`, and `NAME.js` with the JavaScript that
/// calls the module.
pub(crate) fn bind(wasm: &Path, name: &str, folder: &Path) -> Result<(), Fault> {
    fs::create_dir_all(folder)?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).web(true)?.typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    Ok(bindgen.generate(folder)?)
}

pub(crate) fn compile(
    root: &Path,
    target: &Path,
    package: &str,
    profile: &str,
) -> Result<PathBuf, Fault> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args(["build", "--quiet", "--locked", "--profile", profile]);
    cargo.args(["--package", package, "--lib", "--ignore-rust-version"]);
    cargo.args(["--target", TARGET]);
    let mut target = target.to_owned();
    for (name, value) in toolchain(root)? {
        if name == "CARGO_TARGET_DIR" {
            target = PathBuf::from(&value);
        }
        cargo.env(name, value);
    }
    run(&mut cargo)?;
    let file = package.replace('-', "_");
    Ok(target.join(TARGET).join(profile).join(file).with_extension("wasm"))
}

/// Returns the variables that cargo needs to compile for WebAssembly, with their values.
fn toolchain(root: &Path) -> Result<Vec<(String, String)>, Fault> {
    let mut script = Command::new("bash");
    script.arg(".ci/wasm-toolchain").current_dir(root).stderr(Stdio::inherit());
    let found = script.output().map_err(|error| format!("bash: {error}"))?;
    if !found.status.success() {
        return Err("a toolchain for WebAssembly is needed: see .ci/wasm-toolchain".into());
    }
    let text = String::from_utf8(found.stdout)?;
    let pairs = text.lines().filter_map(|line| line.split_once('='));
    Ok(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

pub(crate) fn run(command: &mut Command) -> Result<(), Fault> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}").into()) }
}
