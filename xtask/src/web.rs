//! The playground: its parts are built one after the other, then joined to a page.

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

/// Builds the page and writes it to `to`. Tells where it is, and how large.
pub(crate) fn build(to: Option<PathBuf>) -> Result<String, Fault> {
    let (root, target) = npm::folders()?;
    let folder = target.join("playground");
    fs::create_dir_all(&folder)?;
    let (page, view) = (root.join("playground/page"), root.join("src/cli/replay/page"));

    let engine = npm::package(&root, &target)?;
    let wasm = fs::read(engine.join("engine_bg.wasm"))?;
    let home = root.join("playground");
    install(&home)?;
    let packed = html::packed(&wasm)?;
    let parts = Parts {
        page: fs::read_to_string(page.join("page.html"))?,
        style: read_all(&[view.join("style.css"), page.join("style.css")])?,
        view: read_all(&VIEW.map(|name| view.join(name)))?,
        bundle: bundle(&home, "bundle", &folder, &[])?,
        loader: fs::read_to_string(page.join("loader.js"))?,
        worker: bundle(&home, "worker", &folder, &[alias(&engine)])?,
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
fn bundle(home: &Path, task: &str, folder: &Path, more: &[String]) -> Result<String, Fault> {
    let bundle = folder.join(task).with_extension("js");
    let outfile = format!("--outfile={}", bundle.display());
    run(npm(home).args(["run", "--silent", task, "--", &outfile]).args(more))?;
    Ok(fs::read_to_string(bundle)?)
}

/// Where the package of the engine is.
fn alias(engine: &Path) -> String {
    format!("--alias:broadside-engine={}", engine.join("index.js").display())
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
