//! Builds the playground and the page that verifies programs: first the parts of each page, then
//! the page from its parts.

use crate::Fault;
use crate::html::{self, Parts};
use crate::npm::{self, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The view of a replay, which `broadside replay` and the playground share. `boot.js`, which starts
/// the page of a replay, is left out.
const VIEW: [&str; 12] = [
    "state.js",
    "grids.js",
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

/// The files of the view that `verify.html` uses. They make elements and icons, and escape texts.
const HELPERS: [&str; 4] = ["shapes.js", "list.js", "script.js", "view.js"];

struct Folders {
    root: PathBuf,
    target: PathBuf,
    /// The folder with the npm packages for the scripts.
    home: PathBuf,
    built: PathBuf,
}

/// Builds the playground at `to`, and beside it the page that verifies programs. Returns a line for
/// each page with its path and its sizes.
pub(crate) fn build(to: Option<PathBuf>) -> Result<String, Fault> {
    let (root, target) = npm::folders()?;
    let (home, built) = (root.join("playground"), target.join("playground"));
    let folders = Folders { root, target, home, built };
    fs::create_dir_all(&folders.built)?;
    install(&folders.home)?;
    let to = to.unwrap_or_else(|| folders.built.join("index.html"));
    let lines = [
        write(&to, &playground(&folders)?)?,
        write(&to.with_file_name("verify.html"), &verifier(&folders)?)?,
    ];
    Ok(lines.join("\n"))
}

fn write(to: &Path, parts: &Parts) -> Result<String, Fault> {
    let text = html::page(parts)?;
    fs::write(to, &text)?;
    let modules = parts.modules.iter().map(|(name, bytes)| format!("{name} {}", bytes.len()));
    let (all, modules) = (text.len(), modules.collect::<Vec<_>>().join(", "));
    Ok(format!("{}: {all} bytes; gzipped modules: {modules}", to.display()))
}

fn playground(folders: &Folders) -> Result<Parts, Fault> {
    let Folders { root, target, .. } = folders;
    let (page, view) = (root.join("playground/page"), root.join("src/cli/replay/page"));
    let engine = npm::package(root, target)?;
    let module = |name| html::packed(&fs::read(engine.join(name))?);
    Ok(Parts {
        title: "Broadside playground",
        description: "Write Battleship scripts, run them, and see the game step by step, all in this page.",
        page: read_all(&["head.html", "page.html"].map(|name| page.join(name)))?,
        style: read_all(&[view.join("style.css"), page.join("style.css")])?,
        view: read_all(&VIEW.map(|name| view.join(name)))?,
        bundle: bundle(folders, "bundle", &[])?,
        loader: fs::read_to_string(page.join("loader.js"))?,
        worker: bundle(folders, "worker", &[alias("broadside-engine", &engine)])?,
        samples: samples(&root.join("scripts"))?,
        modules: vec![
            ("interpreter", module(npm::INTERPRETER)?),
            ("opponent", module(npm::OPPONENT)?),
        ],
    })
}

fn verifier(folders: &Folders) -> Result<Parts, Fault> {
    let Folders { root, target, home, built } = folders;
    let (page, view) = (root.join("playground/page"), root.join("src/cli/replay/page"));
    let lab = built.join("verifier");
    npm::bind(&npm::compile(root, target, "broadside-verifier", "web-small")?, "verifier", &lab)?;
    let quickjs =
        home.join("node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm");
    let styles = [view.join("style.css"), page.join("style.css"), page.join("verify/style.css")];
    let sample = fs::read_to_string(page.join("verify/sample.js"))?;
    Ok(Parts {
        title: "Broadside: check your program",
        description: "Paste a program in JavaScript that reads Battleship scripts, and see what it gets wrong, all in this page.",
        page: read_all(&["head.html", "verify/page.html"].map(|name| page.join(name)))?,
        style: read_all(&styles)?,
        view: read_all(&HELPERS.map(|name| view.join(name)))?,
        bundle: bundle(folders, "verify", &[])?,
        loader: fs::read_to_string(page.join("loader.js"))?,
        worker: bundle(
            folders,
            "verify-worker",
            &[alias("broadside-verifier", &lab.join("verifier.js"))],
        )?,
        samples: vec![("program".to_owned(), sample)],
        modules: vec![
            ("lab", html::packed(&fs::read(lab.join("verifier_bg.wasm"))?)?),
            ("quickjs", html::packed(&fs::read(quickjs)?)?),
        ],
    })
}

fn read_all(paths: &[PathBuf]) -> Result<String, Fault> {
    let mut text = String::new();
    for path in paths {
        text +=
            &fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(text)
}

fn install(home: &Path) -> Result<(), Fault> {
    let (lock, kept) = (home.join("package-lock.json"), home.join("node_modules/.installed"));
    if fs::read(&lock)? != fs::read(&kept).unwrap_or_default() {
        run(npm(home).args(["ci", "--ignore-scripts", "--silent", "--no-audit", "--no-fund"]))?;
        fs::copy(&lock, &kept)?;
    }
    Ok(())
}

/// Runs `task` of `package.json`, which bundles a script with all its imports. Returns the bundle.
/// `more` has further options of the bundler.
fn bundle(folders: &Folders, task: &str, more: &[String]) -> Result<String, Fault> {
    let bundle = folders.built.join(task).with_extension("js");
    let outfile = format!("--outfile={}", bundle.display());
    run(npm(&folders.home).args(["run", "--silent", task, "--", &outfile]).args(more))?;
    Ok(fs::read_to_string(bundle)?)
}

/// Returns the option that makes the bundler take `file` where a script imports `package`. An
/// earlier step of this build has made `file`.
fn alias(package: &str, file: &Path) -> String {
    format!("--alias:{package}={}", file.display())
}

fn npm(home: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(home);
    npm
}

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
