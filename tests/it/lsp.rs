//! Tests of `broadside lsp` with a client that sends what editors send.

use crate::environment::is_set;
use crate::harness::{Talk, Texts as _, broadside, run};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write as _};
use std::process::{ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

const URI: &str = "file:///game.ships";

fn framed(body: &Value) -> Vec<u8> {
    let body = body.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Reads a message. Returns `None` at the end of the stream.
fn message(out: &mut impl BufRead) -> Option<Value> {
    let mut header = String::new();
    if out.read_line(&mut header).expect("a stream") == 0 {
        return None;
    }
    let length = header.strip_prefix("Content-Length: ").expect("a length").trim();
    let mut body = vec![0; length.parse().expect("a number")];
    let end = out.read_line(&mut String::new()).expect("a stream");
    assert_eq!(end, 2, "an empty line ends the header");
    out.read_exact(&mut body).expect("a whole message");
    Some(serde_json::from_slice(&body).expect("JSON"))
}

struct Client {
    talk: Talk,
    out: BufReader<ChildStdout>,
    last: i64,
    /// The diagnostics that arrived while the client waited for answers.
    published: Vec<Value>,
}

impl Client {
    fn start() -> Self {
        Self::with(broadside())
    }

    fn with(mut command: Command) -> Self {
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut talk = Talk::with(&mut command);
        let out = BufReader::new(talk.out.take().expect("stdout is piped"));
        let mut client = Self { talk, out, last: 0, published: Vec::new() };
        let about = client.request("initialize", &json!({ "capabilities": {}, "processId": null }));
        let can = &about["result"]["capabilities"];
        assert_eq!(can["positionEncoding"], "utf-16");
        assert_eq!(can["textDocumentSync"], json!({ "openClose": true, "change": 2 }));
        client.notify("initialized", &json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        let input = self.talk.input.as_mut().expect("stdin is open");
        input.write_all(&framed(message)).expect("the server listens");
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = message(&mut self.out).expect("an answer");
            if message["id"] == id {
                return message;
            }
            self.published.push(message);
        }
    }

    fn open(&mut self, text: &str) {
        let document = json!({ "uri": URI, "languageId": "ships", "version": 1, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    fn change(&mut self, version: i32, changes: &Value) {
        let document = json!({ "uri": URI, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", &params);
    }

    /// Waits for the diagnostics of a version of the document.
    fn findings(&mut self, version: i32) -> Vec<Value> {
        loop {
            let message = message(&mut self.out).expect("findings");
            assert_eq!(message["method"], "textDocument/publishDiagnostics", "{message}");
            if message["params"]["version"] == version {
                return message["params"]["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    fn at(&mut self, method: &str, line: u64, character: u64) -> Value {
        let params = json!({
            "textDocument": { "uri": URI },
            "position": { "line": line, "character": character },
        });
        self.request(method, &params)["result"].clone()
    }

    fn words(&mut self, line: u64, character: u64) -> String {
        let list = self.at("textDocument/completion", line, character);
        let items = list["items"].as_array().expect("a list").iter();
        let words = items.map(|item| {
            assert_eq!(item["textEdit"]["newText"], item["label"]);
            item["label"].as_str().expect("a word")
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn help(&mut self, line: u64, character: u64) -> String {
        let hover = self.at("textDocument/hover", line, character);
        hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn formatted(&mut self) -> Value {
        let params = json!({
            "textDocument": { "uri": URI },
            "options": { "tabSize": 8, "insertSpaces": false },
        });
        self.request("textDocument/formatting", &params)["result"].clone()
    }

    fn shut_down(mut self) -> Output {
        assert_eq!(self.request("shutdown", &Value::Null)["result"], Value::Null);
        let late = self.request("textDocument/hover", &json!({}));
        assert_eq!(late["error"]["code"], -32600);
        self.notify("exit", &Value::Null);
        self.talk.ends()
    }
}

#[track_caller]
fn check_range(finding: &Value, place: [u64; 4]) {
    let range = &finding["range"];
    let found = [
        &range["start"]["line"],
        &range["start"]["character"],
        &range["end"]["line"],
        &range["end"]["character"],
    ];
    assert_eq!(found.map(Value::as_u64), place.map(Some), "{finding}");
}

#[test]
fn help_and_findings_lead_to_the_rules_in_the_book() {
    let text = "[state] REEF 99 99 [state]\n";
    let mut client = Client::start();
    client.open(text);
    assert_eq!(client.findings(1)[0]["codeDescription"], Value::Null, "no address is known");
    let help = client.help(0, 10);
    assert!(help.ends_with("Rules: `reef.laid`, `reef.off-board`"), "{help}");
    let mut command = broadside();
    command.env("BROADSIDE_BOOK", "https://a.example/book");
    let mut client = Client::with(command);
    client.open(text);
    let link = "https://a.example/book/rules/reef.html#reefoff-board";
    assert_eq!(client.findings(1)[0]["codeDescription"]["href"], link);
    let help = client.help(0, 10);
    assert!(help.ends_with(&format!(", [`reef.off-board`]({link})")), "{help}");
}

#[test]
fn diagnostics_are_the_findings_of_check_and_follow_each_change() {
    let mut client = Client::start();
    client.open("[state] # 😀\nREEF 99 99\nPRIMT 1\nEXTENDED_SHIPS EXTENDED_SHIPS\n[state]\n");
    let found = client.findings(1);
    assert_eq!(found.len(), 3, "{found:?}");
    check_range(&found[0], [1, 0, 1, 10]);
    check_range(&found[1], [2, 0, 2, 5]);
    check_range(&found[2], [3, 15, 3, 29]);
    let kinds: Vec<_> = found.iter().map(|one| (&one["severity"], &one["code"])).collect();
    let wanted = [(1, "invalid-operation"), (1, "syntax"), (2, "no-effect")];
    let wanted = wanted.map(|(severity, code)| (json!(severity), json!(code)));
    assert!(kinds.into_iter().eq(wanted.iter().map(|(severity, code)| (severity, code))));
    let message = found[1]["message"].as_str().expect("a text");
    assert!(message.ends_with("\nhelp: did you mean `PRINT`?"), "{message}");

    let place = |line, character| json!({ "line": line, "character": character });
    let after_emoji = json!({ "start": place(0, 10), "end": place(0, 12) });
    let typo = json!({ "start": place(2, 3), "end": place(2, 4) });
    client
        .change(2, &json!([{ "range": after_emoji, "text": "é" }, { "range": typo, "text": "N" }]));
    assert_eq!(client.findings(2).len(), 2);
    client.change(3, &json!([{ "text": "[state]\n[state]\n" }]));
    assert_eq!(client.findings(3), Vec::<Value>::new());
    client.change(4, &json!([{ "text": "[state]\nREEF x\n" }]));
    assert_eq!(client.findings(4).len(), 1);
    client.notify("textDocument/didClose", &json!({ "textDocument": { "uri": URI } }));
    let gone = client.at("textDocument/hover", 0, 0);
    assert_eq!(gone, Value::Null);
    let last = client.published.last().expect("findings");
    assert_eq!(last["params"]["diagnostics"], json!([]), "{last}");
    let output = client.shut_down();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn completions_are_those_of_the_prompt() {
    let mut client = Client::start();
    client.open(
        "[state]\nBOARD_SIZE 5 12\nREEF 1 1\nS\n[state]\n[playerA]\nPLACE_SHIP 0 0 N 0 D\n\
         [\n[playerA]\nprose [st\n[",
    );
    assert_eq!(client.words(3, 1), "SET_FLEET SHIP SET_AI_PLAYER SRAND SAVE");
    assert_eq!(client.words(2, 8), "1 10 11");
    assert_eq!(client.words(2, 5), "0 1 2 3 4");
    assert_eq!(client.words(6, 20), "DES");
    assert_eq!(client.words(7, 1), "[playerA]");
    assert_eq!(client.words(9, 9), "");
    assert_eq!(client.words(10, 1), "[state] [playerA]");
    assert_eq!(client.words(u64::from(u32::MAX), u64::from(u32::MAX)), "[state] [playerA]");
    let list = client.at("textDocument/completion", 2, 8);
    assert_eq!(list["items"][0]["detail"], "a column, from 0");
    let edit = &list["items"][0]["textEdit"]["range"];
    assert_eq!(edit["start"], json!({ "line": 2, "character": 7 }));
    client.shut_down();
}

#[test]
fn help_is_shown_for_commands_tags_and_arguments() {
    let mut client = Client::start();
    client.open("[state]\nSHIP A 1 2 N 0 CRU 111 # SHIP\n[state]\nSPY is prose\nno SPY\n");
    let ship = client.help(1, 2);
    assert!(ship.starts_with("```ships\nSHIP P y x D i C a1..al\n```"), "{ship}");
    assert!(ship.contains("- `D`: where the bow points: N E S W"), "{ship}");
    assert!(client.help(0, 7).contains("- `SRAND`: the seed"), "a word includes its end");
    assert!(client.help(1, 11).ends_with("`D`: where the bow points: N E S W"));
    assert!(client.help(3, 1).contains("SPY i y x"));
    assert_eq!((client.help(1, 26), client.help(4, 4)), (String::new(), String::new()));
    let outside = client.at("textDocument/hover", 99, 99);
    assert_eq!(outside, Value::Null);
    client.shut_down();
}

/// Regression: a byte order mark was a part of the first word, which then had no help and no
/// completion.
#[test]
fn the_first_word_behind_a_byte_order_mark_has_help_and_completion() {
    let mut client = Client::start();
    client.open("\u{feff}[state]\n[state]\n");
    assert!(client.help(0, 3).contains("- `SRAND`: the seed"));
    assert_eq!(client.words(0, 3), "[state]");
    let list = client.at("textDocument/completion", 0, 3);
    let start = &list["items"][0]["textEdit"]["range"]["start"];
    assert_eq!(*start, json!({ "line": 0, "character": 1 }));
    client.shut_down();
}

#[test]
fn formatting_changes_what_fmt_changes() {
    let mut client = Client::start();
    client.open("[state]\n  REEF 1 1\nREEF 2 2 # x\n[state]\n");
    let edit = json!([{
        "range": {
            "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 0 },
        },
        "newText": "  REEF 2 2 # x\n",
    }]);
    assert_eq!(client.formatted(), edit);
    client.change(2, &json!([{ "text": "[state]\n[state]\n" }]));
    assert_eq!(client.formatted(), json!([]));
    client.change(3, &json!([{ "text": "[state]\nNOPE\n" }]));
    assert_eq!(client.formatted(), Value::Null);
    client.shut_down();
}

fn answers(said: &[Value]) -> (Vec<Value>, Option<i32>) {
    let bytes: Vec<u8> = said.iter().flat_map(framed).collect();
    let output = run(broadside().arg("lsp"), &bytes);
    assert_eq!(output.stderr, b"");
    let mut out = BufReader::new(&*output.stdout);
    (std::iter::from_fn(|| message(&mut out)).collect(), output.status.code())
}

#[test]
fn messages_out_of_order_are_refused() {
    let ask = |id: Value, method: &str| json!({ "id": id, "method": method, "params": {} });
    let tell = |method: &str| json!({ "method": method, "params": {} });
    let (answers, code) = answers(&[
        ask(json!(1), "textDocument/hover"),
        tell("textDocument/didOpen"),
        ask(json!("two"), "initialize"),
        ask(json!(3), "initialize"),
        ask(json!(4), "textDocument/rename"),
        ask(json!(5), "textDocument/hover"),
        tell("textDocument/didOpen"),
        tell("$/whatever"),
        json!([1]),
        json!({ "id": 9, "result": 1 }),
        ask(json!(1.5), "shutdown"),
        tell("exit"),
        ask(json!(6), "shutdown"),
    ]);
    assert_eq!(code, Some(1));
    let codes: Vec<_> =
        answers.iter().map(|it| (it["id"].clone(), it["error"]["code"].clone())).collect();
    let wanted = json!([
        [1, -32002],
        ["two", null],
        [3, -32600],
        [4, -32601],
        [5, -32602],
        [null, null],
        [null, -32600],
        [null, -32600],
    ]);
    assert_eq!(json!(codes), wanted);
    assert_eq!(answers[5]["method"], "window/logMessage");
}

#[test]
fn malformed_messages_end_the_server_with_an_error() {
    for bytes in [
        &b"nonsense\r\n\r\n"[..],
        b"Content-Length: x\r\n\r\n",
        b"Content-Length: 20\r\n\r\n{}",
        b"\0\xff\xfe\n",
    ] {
        let output = run(broadside().arg("lsp"), bytes);
        let told = output.err();
        assert_eq!(output.status.code(), Some(3), "{told}");
        assert!(told.starts_with("broadside: standard input or output failed: "), "{told}");
    }
    let huge = b"Content-Length: 18446744073709551615\r\n\r\n{}";
    let output = run(broadside().args(["lsp", "--stdio"]), huge);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.out().contains("-32600"));
}

/// The number of lines of the script in the speed test.
const LINES: usize = 10_000;
/// How often the speed test asks each question.
const TRIES: usize = 500;

/// Speed test with a long script. It runs only with `BROADSIDE_LSP=1`, and needs `--release`. It
/// measures the time from a key to the diagnostics, and from a question to its answer.
#[test]
fn a_long_script_is_answered_quickly() {
    if !is_set("BROADSIDE_LSP") {
        return;
    }
    let mut client = Client::start();
    let text = long_script();
    client.open(&text);
    assert_eq!(client.findings(1), Vec::<Value>::new());
    let last = (LINES - 2) as u64;
    let spot = json!({ "line": last, "character": 0 });
    let spot = json!({ "start": spot, "end": spot });
    let mut version = 1;
    let mut key = |client: &mut Client| {
        version += 1;
        client.change(version, &json!([{ "range": spot, "text": "#" }]));
        client.findings(version);
    };
    measure("findings", &mut client, &mut key);
    measure("completion", &mut client, &mut |client| {
        client.at("textDocument/completion", last - 1, 6);
    });
    measure("hover", &mut client, &mut |client| drop(client.help(last - 1, 1)));
    measure("formatting", &mut client, &mut |client| drop(client.formatted()));
    client.shut_down();
}

/// Returns a script with two ships. About half of its lines are shots that miss, and the other half
/// are reefs.
fn long_script() -> String {
    let group = |side: char, row: usize| {
        format!("[player{side}]\nPLACE_SHIP {row} 0 N 0 DES\n[player{side}]\n")
    };
    let shot = |n: usize| {
        let side = if n.is_multiple_of(2) { 'A' } else { 'B' };
        format!("[player{side}] SHOOT {} {} [player{side}]\n", n / 150, 1 + n % 150)
    };
    let reef = |n: usize| format!("REEF {} {}\n", 100 + n / 150, 1 + n % 150);
    let setup = "[state]\nBOARD_SIZE 200 200\nINIT_POSITION A 0 0 9 9\nINIT_POSITION B 190 0 199 9\n\
        SET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n[state]\n";
    let start = [setup, &group('A', 0), &group('B', 195)].concat();
    let shots: String = (0..LINES / 2).map(shot).collect();
    let room = LINES - start.lines().count() - LINES / 2 - 2;
    let reefs: String = (0..room).map(reef).collect();
    let text = format!("{start}{shots}[state]\n{reefs}[state]\n");
    assert_eq!(text.lines().count(), LINES);
    text
}

/// Asks a question many times. In 99 of 100 cases, the answer must take less than ten milliseconds.
fn measure(what: &str, client: &mut Client, question: &mut dyn FnMut(&mut Client)) {
    let mut time = |client: &mut Client| {
        let start = Instant::now();
        question(client);
        start.elapsed()
    };
    let mut times: Vec<_> = (0..TRIES).map(|_| time(client)).collect();
    times.sort_unstable();
    let (half, p99) = (times[TRIES / 2], times[TRIES * 99 / 100]);
    writeln!(std::io::stderr(), "{what}: median {half:?}, p99 {p99:?}").expect("standard error");
    assert!(p99 < Duration::from_millis(10), "{what}: {p99:?}");
}
