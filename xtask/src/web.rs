//! The playground: its parts are built one after the other, then joined to a page.

use crate::Fault;
use crate::html::{self, Parts};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};
use wasm_bindgen_cli_support::Bindgen;

const TARGET: &str = "wasm32-unknown-unknown";
/// The view of a replay: one source for `broadside replay` and the playground. What starts a replay's own
/// page, `boot.js`, is not wanted.
const VIEW: [&str; 11] = [
    "state.js",
    "shapes.js",
    "chart.js",
    "board.js",
    "list.js",
    "story.js",
    "words.js",
    "script.js",
    "moves.js",
    "timeline.js",
    "view.js",
];

/// Builds the page and writes it to `to`. Tells where it is, and how large.
pub(crate) fn build(to: Option<PathBuf>) -> Result<String, Fault> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no folder above xtask")?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("playground");
    fs::create_dir_all(&folder)?;
    let (page, view) = (root.join("playground/page"), root.join("src/cli/replay/page"));

    let bundle = bundle(&root.join("playground"), &folder)?;
    let (glue, wasm) = bind(&interpreter(root, &target)?, &folder)?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&wasm)?;
    let packed = packed.finish()?;
    let parts = Parts {
        page: fs::read_to_string(page.join("page.html"))?,
        style: read_all(&[view.join("style.css"), page.join("style.css")])?,
        view: read_all(&VIEW.map(|name| view.join(name)))?,
        bundle,
        worker: glue + &fs::read_to_string(page.join("worker.js"))?,
        samples: samples(&root.join("scripts"))?,
        wasm: &packed,
    };
    let to = to.unwrap_or_else(|| folder.join("index.html"));
    let text = html::page(&parts)?;
    fs::write(&to, &text)?;
    let (wasm, packed, all) = (wasm.len(), packed.len(), text.len());
    Ok(format!("{}: {all} bytes; the interpreter {wasm} bytes, {packed} gzipped", to.display()))
}

fn read_all(paths: &[PathBuf]) -> Result<String, Fault> {
    let mut text = String::new();
    for path in paths {
        text +=
            &fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(text)
}

/// The editor and the page's own code in one script, made by esbuild of the versions in the lock file.
fn bundle(home: &Path, folder: &Path) -> Result<String, Fault> {
    let (lock, kept) = (home.join("package-lock.json"), home.join("node_modules/.installed"));
    if fs::read(&lock)? != fs::read(&kept).unwrap_or_default() {
        run(npm(home).args(["ci", "--ignore-scripts", "--silent", "--no-audit", "--no-fund"]))?;
        fs::copy(&lock, &kept)?;
    }
    let bundle = folder.join("bundle.js");
    let outfile = format!("--outfile={}", bundle.display());
    run(npm(home).args(["run", "--silent", "bundle", "--", &outfile]))?;
    Ok(fs::read_to_string(bundle)?)
}

fn npm(home: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(home);
    npm
}

/// Compiles the interpreter.
fn interpreter(root: &Path, target: &Path) -> Result<PathBuf, Fault> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args(["build", "--quiet", "--locked", "--profile", "web"]);
    cargo.args(["--package", "broadside-playground", "--lib", "--ignore-rust-version"]);
    cargo.args(["--target", TARGET]);
    let mut target = target.to_owned();
    for (name, value) in toolchain(root)? {
        if name == "CARGO_TARGET_DIR" {
            target = PathBuf::from(&value);
        }
        cargo.env(name, value);
    }
    run(&mut cargo)?;
    Ok(target.join(TARGET).join("web/broadside_playground.wasm"))
}

/// What cargo needs to know to compile for WebAssembly.
fn toolchain(root: &Path) -> Result<Vec<(String, String)>, Fault> {
    let mut script = Command::new("bash");
    script.arg(".ci/wasm-toolchain").current_dir(root).stderr(Stdio::inherit());
    let found = script.output().map_err(|error| format!("bash: {error}"))?;
    if !found.status.success() {
        return Err("no playground without a toolchain for WebAssembly".into());
    }
    let text = String::from_utf8(found.stdout)?;
    Ok(text.lines().filter_map(|line| line.split_once('=')).map(owned).collect())
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// Makes the calls between JavaScript and the interpreter: the glue for a worker, and the interpreter as the
/// glue wants it.
fn bind(wasm: &Path, folder: &Path) -> Result<(String, Vec<u8>), Fault> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).no_modules(true)?.typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)?;
    let glue = fs::read_to_string(folder.join("broadside_playground.js"))?;
    Ok((glue, fs::read(folder.join("broadside_playground_bg.wasm"))?))
}

/// The scripts that people can begin with: name and text.
fn samples(folder: &Path) -> Result<Vec<(String, String)>, Fault> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "ships") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, fs::read_to_string(&path)?));
        }
    }
    found.sort();
    Ok(found)
}

fn run(command: &mut Command) -> Result<(), Fault> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}").into()) }
}
