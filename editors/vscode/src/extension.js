// Connects Visual Studio Code with the language server `broadside lsp`, which has findings, completion, help and
// formatting. This file only starts the server and adds two commands.

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** The program, as the settings name it. */
function program() {
  return workspace.getConfiguration("broadside").get("path", "broadside");
}

async function start() {
  const server = { command: program(), args: ["lsp"] };
  client = new LanguageClient("broadside", "Broadside", server, {
    documentSelector: [{ language: "ships" }],
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await window.showErrorMessage(
      `\`${program()} lsp\` cannot be started: ${error?.message ?? error ?? "no answer"}. Is broadside installed?`,
      "Open Settings",
    );
    if (choice) {
      await commands.executeCommand("workbench.action.openSettings", "broadside.path");
    }
  }
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.stop();
}

/** Saves the script and runs it in a terminal. */
async function run() {
  const document = window.activeTextEditor?.document;
  if (!document || document.languageId !== "ships" || !(await document.save())) {
    return;
  }
  const name = "Broadside";
  window.terminals.find((terminal) => terminal.name === name)?.dispose();
  const shellArgs = ["run", "--explain", document.fileName];
  const terminal = window.createTerminal({ name, shellPath: program(), shellArgs });
  terminal.show(true);
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("broadside.run", run),
    commands.registerCommand("broadside.restart", async () => {
      await stop();
      await start();
    }),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("broadside.path")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
