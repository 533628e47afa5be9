// Tests the extension that was packed in a folder: `node packed.js FOLDER`, with broadside on PATH. The package
// must hold all its files, and its bundle must connect with `broadside lsp` in an imitation of the editor.

const assert = require("node:assert");
const Module = require("node:module");
const path = require("node:path");

const folder = path.resolve(process.argv[2]);

/** The names of the files in a package. */
function files(file) {
  const { open } = require(path.join(folder, "node_modules", "yauzl"));
  return new Promise((resolve, reject) => {
    const names = [];
    open(file, (error, zip) => {
      if (error) {
        reject(error);
        return;
      }
      zip.on("entry", (entry) => names.push(entry.fileName));
      zip.on("end", () => resolve(names));
      zip.on("error", reject);
    });
  });
}

/** An object that has every property, can be called, constructed and extended, and does nothing. */
function anything() {
  const known = new Map([["then", undefined], [Symbol.iterator, () => [][Symbol.iterator]()], [Symbol.toPrimitive, () => 1]]);
  const it = new Proxy(class {}, {
    get(target, name) {
      if (name === "prototype") {
        return target.prototype;
      }
      if (!known.has(name)) {
        known.set(name, anything());
      }
      return known.get(name);
    },
    set: (_, name, value) => known.set(name, value) && true,
    apply: () => anything(),
    construct: (target, words, by) => (by === it ? anything() : Reflect.construct(target, words, by)),
  });
  return it;
}

/** An editor with settings, and without folders and documents. */
function editor() {
  const vscode = anything();
  const settings = { get: (_, otherwise) => otherwise, inspect: () => undefined };
  const log = [];
  const channel = new Proxy({}, { get: () => (...words) => void log.push(words.join(" ")) });
  vscode.version = "1.99.0";
  vscode.workspace.getConfiguration = () => settings;
  vscode.workspace.textDocuments = [];
  vscode.workspace.workspaceFolders = [];
  vscode.workspace.notebookDocuments = [];
  vscode.window.visibleTextEditors = [];
  vscode.window.createOutputChannel = () => channel;
  vscode.window.tabGroups.all = [];
  vscode.env.language = "en";
  vscode.env.appName = "a test";
  vscode.window.showErrorMessage = async (message) => assert.fail(message);
  const registered = new Map();
  vscode.commands.registerCommand = (name, run) => registered.set(name, run);
  return { vscode, registered, log };
}

async function main() {
  const packed = await files(path.join(folder, "broadside.vsix"));
  const wanted = ["package.json", "NOTICES.txt", "dist/extension.js", "snippets/ships.json", "syntaxes/ships.tmLanguage.json"];
  for (const file of wanted) {
    assert(packed.includes(`extension/${file}`), `${file} is not in the package`);
  }
  const { vscode, registered, log } = editor();
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
  const extension = require(path.join(folder, "dist", "extension.js"));
  await extension.activate({ subscriptions: [] });
  const commands = require(path.join(folder, "package.json")).contributes.commands;
  for (const { command } of commands) {
    assert(registered.has(command), `${command} does nothing`);
  }
  await registered.get("broadside.restart")();
  await extension.deactivate();
  // The client logs this line for every server that ends normally.
  assert.deepEqual(log.filter((line) => !line.endsWith("Server process exited with code 0.")), []);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
