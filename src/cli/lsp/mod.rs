//! `broadside lsp`: a language server for editors (the clients), over standard input and output.
//!
//! ```text
//! stdin ── frame ──> channel ──> Server: documents ──> completion, hover, formatting, findings ──> stdout
//! ```
//!
//! The server gives editors the results of `check`, `fmt`, `.help` and the prompt's completion. A
//! separate thread reads messages, so a new message can stop the check of a long script.

mod findings;
mod formatting;
mod frame;
mod server;
mod text;
mod word;

use super::exit::{Exit, Failure};
use broadside::ports::Ports;
use frame::Incoming;
use lsp_server::Message;
use lsp_types::notification::{Exit as ExitMessage, Notification as _};
use server::Server;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside lsp           what an editor starts; see the book's page on editors
  vim.lsp.config('broadside', { cmd = { 'broadside', 'lsp' }, filetypes = { 'ships' } })

The server speaks the Language Server Protocol 3.17. It publishes what `check` finds, completes words as
the prompt does, shows the help of commands, tags and arguments, and formats as `fmt` does.

Exit status: 0 the editor said `shutdown` before it left, 1 it did not, 2 usage error,
3 input or output failed.";

/// The options of the server.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Talk over standard input and output. The server always does; some editors give this option.
    #[arg(long)]
    stdio: bool,
}

/// The room for messages in the channel. If the channel is full, the reading thread waits.
const MOST_WAITING: usize = 16;

pub(super) fn run(ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    if ports.terminals.input {
        ports.report("broadside lsp talks with an editor, which starts it; Ctrl-C ends it\n")?;
    }
    let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
    let mut input = BufReader::new(standard_input().map_err(Failure::Stream)?);
    let reader = thread::Builder::new().name("lsp reader".to_owned());
    reader.spawn(move || forward(&mut input, &sender)).map_err(Failure::Stream)?;
    serve(&receiver, ports.out)
}

/// Returns a second handle of standard input, because the ports have locked the usual one.
fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    let handle = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?;
    #[cfg(windows)]
    let handle = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?;
    Ok(handle.into())
}

/// Reads messages and sends them to the server. Stops at the end of the input, after the message
/// that ends the server, or after the first failure.
fn forward(input: &mut impl BufRead, sender: &SyncSender<io::Result<Incoming>>) {
    loop {
        let Some(incoming) = frame::read(input).transpose() else { return };
        let is_last = incoming.as_ref().map_or(true, is_exit);
        // The receiver is gone if writing the output has failed.
        if sender.send(incoming).is_err() || is_last {
            return;
        }
    }
}

fn is_exit(incoming: &Incoming) -> bool {
    matches!(incoming, Incoming::Message(Message::Notification(it)) if it.method == ExitMessage::METHOD)
}

/// Handles messages until the input ends or a message ends the server. Checks documents while no
/// message waits.
fn serve(receiver: &Receiver<io::Result<Incoming>>, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (mut server, mut waiting) = (Server::new(out), None);
    loop {
        let mut has_news = || {
            waiting = waiting.take().or_else(|| receiver.try_recv().ok());
            waiting.is_some()
        };
        if !has_news() {
            server.check(has_news)?;
        }
        let Some(incoming) = waiting.take().or_else(|| receiver.recv().ok()) else { break };
        if server.handle(incoming.map_err(Failure::Stream)?)?.is_break() {
            break;
        }
    }
    Ok(if server.was_shut_down() { Exit::Done } else { Exit::Own(1) })
}

#[cfg(test)]
mod tests {
    use super::frame::framed;
    use super::*;
    use lsp_server::ErrorCode;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn served(bytes: &[u8]) -> (Vec<u8>, Result<Exit, Failure>) {
        let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
        let mut out = Vec::new();
        let outcome = thread::scope(|scope| {
            scope.spawn(move || forward(&mut &*bytes, &sender));
            serve(&receiver, &mut out)
        });
        (out, outcome)
    }

    /// Generates messages, many of which make no sense.
    fn message() -> impl Strategy<Value = String> {
        let method = prop::sample::select(vec![
            "initialize",
            "shutdown",
            "textDocument/didOpen",
            "textDocument/didChange",
            "textDocument/didClose",
            "textDocument/completion",
            "textDocument/hover",
            "textDocument/formatting",
            "textDocument/rename",
            "$/cancelRequest",
        ]);
        let text = prop_oneof![
            "[ -~\u{e9}\u{1f600}\n\r\t]{0,20}",
            "(\\[state\\]|REEF|[0-9]|#|\\[|[ \n]|SHOOT|\u{1f600}){0,20}"
        ];
        let number = prop_oneof![0..4_i64, Just(-1), Just(i64::from(u32::MAX)), Just(i64::MAX)];
        let place = (number.clone(), number.clone());
        let uri = prop::sample::select(vec!["file:///a", "file:///b", "", "%", "x y", "a:"]);
        (method, text, place, number, uri, 0..4).prop_map(
            |(method, text, (line, character), version, uri, kind)| {
                let place = json!({ "line": line, "character": character });
                let range = json!({ "start": { "line": 0, "character": 1 }, "end": place });
                let changes = json!([{ "range": range, "text": text }, { "text": text }]);
                let mut whole = json!({
                    "jsonrpc": "2.0", "id": version, "method": method,
                    "params": {
                        "textDocument": {
                            "uri": uri, "languageId": "ships", "version": version, "text": text
                        },
                        "position": place, "contentChanges": changes, "capabilities": {},
                        "options": { "tabSize": 2, "insertSpaces": true },
                    },
                });
                if method.contains("/did") || kind == 0 {
                    whole.as_object_mut().expect("an object").remove("id");
                }
                if kind == 1 {
                    whole["params"] = Value::String(text);
                }
                framed(&whole.to_string())
            },
        )
    }

    proptest! {
        /// No bytes may cause a panic, and the output must consist of whole messages in JSON.
        #[test]
        fn any_bytes_are_answered_or_refused(
            messages in prop::collection::vec(message(), 0..20),
            junk in prop::collection::vec(any::<u8>(), 0..40),
            cut in any::<prop::sample::Index>(),
        ) {
            let start = framed(r#"{"id":0,"method":"initialize","params":{}}"#);
            let open = framed(r#"{"method":"textDocument/didOpen","params":{"textDocument":
                {"uri":"file:///a","languageId":"ships","version":0,"text":"[state]\nREEF 1\n"}}}"#);
            let mut bytes = [start, open, messages.concat()].concat().into_bytes();
            let at = cut.index(bytes.len() + 1);
            bytes.splice(at..at, junk);
            let (out, _) = served(&bytes);
            let mut answers = &*out;
            while let Some(answer) = frame::read(&mut answers).expect("a frame") {
                // If a body is not JSON, `frame::read` refuses the body with the code `ParseError`.
                let is_json = !matches!(&answer, Incoming::Unreadable(refusal)
                    if refusal.code == ErrorCode::ParseError as i32);
                prop_assert!(is_json, "{answer:?}");
            }
        }
    }

    #[test]
    fn a_client_that_exits_without_shutdown_is_a_failure() {
        let start = framed(r#"{"id":0,"method":"initialize","params":{}}"#);
        let stop = framed(r#"{"id":1,"method":"shutdown"}"#);
        let exit = framed(r#"{"method":"exit"}"#);
        let done = |sent: &[&str]| served(sent.concat().as_bytes()).1.expect("no failure");
        assert_eq!(done(&[&start, &stop, &exit]), Exit::Done);
        assert_eq!(done(&[&start, &stop]), Exit::Done);
        assert_eq!(done(&[&start, &exit]), Exit::Own(1));
        assert_eq!(done(&[]), Exit::Own(1));
        assert!(served(b"nonsense").1.is_err());
    }
}
