//! The playground and the page beside it: their parts are built one after the other, then joined to pages.

use crate::Fault;
use crate::html::{self, Parts};
use crate::npm::{self, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The view of a replay: one source for `broadside replay` and the playground. What starts a replay's own
/// page, `boot.js`, is not wanted.
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

/// What the page that verifies programs takes of that: elements, icons, texts that hide nothing.
const HELPERS: [&str; 4] = ["shapes.js", "list.js", "script.js", "view.js"];

/// Where things are, and where they go.
struct Folders {
    root: PathBuf,
    target: PathBuf,
    /// The packages that scripts are bundled with.
    home: PathBuf,
    /// What is built.
    built: PathBuf,
}

/// Builds the pages: the playground is written to `to`, and beside it the one that verifies programs. Tells where
/// they are, and how large.
pub(crate) fn build(to: Option<PathBuf>) -> Result<String, Fault> {
    let (root, target) = npm::folders()?;
    let (home, built) = (root.join("playground"), target.join("playground"));
    let folders = Folders { root, target, home, built };
    fs::create_dir_all(&folders.built)?;
    install(&folders.home)?;
    let to = to.unwrap_or_else(|| folders.built.join("index.html"));
    let told = [
        write(&to, &playground(&folders)?)?,
        write(&to.with_file_name("verify.html"), &verifier(&folders)?)?,
    ];
    Ok(told.join("\n"))
}

/// Writes a page. Tells where it is, and how large.
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
    npm::bind(&npm::compile(root, target, "broadside-verifier", "web")?, "verifier", &lab)?;
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

/// What the editor and the bundler need, of the versions in the lock file.
fn install(home: &Path) -> Result<(), Fault> {
    let (lock, kept) = (home.join("package-lock.json"), home.join("node_modules/.installed"));
    if fs::read(&lock)? != fs::read(&kept).unwrap_or_default() {
        run(npm(home).args(["ci", "--ignore-scripts", "--silent", "--no-audit", "--no-fund"]))?;
        fs::copy(&lock, &kept)?;
    }
    Ok(())
}

/// A script with all that it imports, as `task` of package.json makes it: the page's own code and the editor, or
/// what a worker runs.
fn bundle(folders: &Folders, task: &str, more: &[String]) -> Result<String, Fault> {
    let bundle = folders.built.join(task).with_extension("js");
    let outfile = format!("--outfile={}", bundle.display());
    run(npm(&folders.home).args(["run", "--silent", task, "--", &outfile]).args(more))?;
    Ok(fs::read_to_string(bundle)?)
}

/// Where a package that is built here is.
fn alias(package: &str, file: &Path) -> String {
    format!("--alias:{package}={}", file.display())
}

fn npm(home: &Path) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(home);
    npm
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
