//! Reads and writes frames, which carry the messages of the language server protocol. A frame is a
//! header with the length of the body, and a body in JSON.

use lsp_server::{ErrorCode, Message, Notification, Request, Response, ResponseError};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read as _, Write};

/// The longest message that is read, in bytes. A longer message is skipped and refused.
const LONGEST: u64 = 16 << 20;

/// The longest header that is read, in bytes. A longer one is an error.
const LONGEST_HEADER: u64 = 1 << 12;

#[derive(Clone, Debug)]
pub(super) enum Incoming {
    Message(Message),
    /// A body that is too long or is not a message. The field is the error for the client.
    Unreadable(ResponseError),
}

pub(super) fn refusal(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// Reads a frame. Returns `None` at the end of the input. Fails at a wrong header, because the
/// start of the next message is then unknown. Also fails if the input ends inside a body of at most
/// [`LONGEST`] bytes.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = length(input)? else { return Ok(None) };
    if length > LONGEST {
        io::copy(&mut input.take(length), &mut io::sink())?;
        let message = format!("a message of {length} bytes; the longest has {LONGEST}");
        let refusal = refusal(ErrorCode::InvalidRequest, message);
        return Ok(Some(Incoming::Unreadable(refusal)));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(message(&body).map_or_else(Incoming::Unreadable, Incoming::Message)))
}

/// Returns the length of the body, or `None` at the end of the input.
fn length(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let (mut length, mut is_first) = (None, true);
    let mut input = input.take(LONGEST_HEADER);
    loop {
        let mut line = Vec::new();
        input.read_until(b'\n', &mut line)?;
        if line.is_empty() && is_first {
            return Ok(None);
        }
        is_first = false;
        let line = String::from_utf8_lossy(&line);
        let Some(line) = line.strip_suffix('\n').map(str::trim_end) else {
            return Err(malformed("a header that is too long or has no end"));
        };
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| malformed("a header without Content-Length"));
        }
        let (name, value) = line.split_once(':').ok_or_else(|| malformed("no header"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            let value = value.trim().parse().map_err(|_| malformed("no length"))?;
            length = Some(value);
        }
    }
}

fn malformed(what: &str) -> io::Error {
    let message = format!("{what} where a message of the language server protocol begins");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// Reads a message. A request has a method and an id, a notification has only a method, and a
/// response has only an id.
fn message(body: &[u8]) -> Result<Message, ResponseError> {
    let value: Value = serde_json::from_slice(body)
        .map_err(|error| refusal(ErrorCode::ParseError, error.to_string()))?;
    let no_message = || refusal(ErrorCode::InvalidRequest, "this is not a message");
    let Value::Object(mut parts) = value else { return Err(no_message()) };
    let params = parts.remove("params").unwrap_or_default();
    // If the client cannot read a message, it answers with an error whose id is null. Here the null
    // becomes 0. So the answer counts as a response, and the server ignores responses.
    if parts.contains_key("error") && parts.get("id") == Some(&Value::Null) {
        parts.insert("id".to_owned(), Value::from(0));
    }
    let id =
        parts.remove("id").map(serde_json::from_value).transpose().map_err(|_| no_message())?;
    Ok(match (parts.remove("method"), id) {
        (Some(Value::String(method)), Some(id)) => Request { id, method, params }.into(),
        (Some(Value::String(method)), None) => Notification { method, params }.into(),
        (None, Some(id)) => Response { id, response_result: Ok(Value::Null) }.into(),
        (Some(_) | None, _) => return Err(no_message()),
    })
}

/// Writes an error about an unreadable message. The id of the error is always null.
pub(super) fn write_refusal(refusal: &ResponseError, out: &mut dyn Write) -> io::Result<()> {
    let error = json!({ "code": refusal.code, "message": refusal.message });
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    out.write_all(framed(&body).as_bytes())?;
    out.flush()
}

pub(super) fn framed(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

pub(super) fn write(message: impl Into<Message>, mut out: &mut dyn Write) -> io::Result<()> {
    message.into().write(&mut out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all frames. `expected` has a word for each: the method of a request, `other` for
    /// another message, or the code of a refusal. If reading fails, the kind of the error is last.
    #[track_caller]
    fn check(bytes: &str, expected: &str) {
        let (mut input, mut found, mut is_over) = (bytes.as_bytes(), Vec::new(), false);
        while !is_over {
            let incoming = read(&mut input);
            is_over = !matches!(incoming, Ok(Some(_)));
            found.extend(match incoming {
                Ok(Some(Incoming::Message(Message::Request(request)))) => Some(request.method),
                Ok(Some(Incoming::Message(_))) => Some("other".to_owned()),
                Ok(Some(Incoming::Unreadable(refusal))) => Some(refusal.code.to_string()),
                Ok(None) => None,
                Err(error) => Some(error.kind().to_string()),
            });
        }
        assert_eq!(found.join(" "), expected, "{bytes:?}");
    }

    #[test]
    fn messages_are_read_one_after_the_other() {
        let ask = framed(r#"{"id":1,"method":"ask"}"#);
        check("", "");
        check(&[&*ask, &*ask].concat(), "ask ask");
        check(&ask.replace("Content-L", "X: y\r\ncontent-l").replace("\r\n", "\n"), "ask");
        check(&[&framed("{]"), &*ask].concat(), "-32700 ask");
        check(&framed(&"[".repeat(100_000)), "-32700");
        check(&framed(r#"{"id":1.5,"method":"ask"}"#), "-32600");
        check(&framed(r#"{"id":1,"result":null}"#), "other");
        check(&framed(r#"{"id":null,"error":{"code":-32700,"message":""}}"#), "other");
        check(&[&framed("[]"), &framed("\u{feff}{}"), &*ask].concat(), "-32600 -32700 ask");
    }

    #[test]
    fn unreadable_input_is_skipped_or_an_error() {
        check("nonsense\r\n", "invalid data");
        check("nonsense", "invalid data");
        check("A: b\r\n\r\n", "invalid data");
        check("Content-Length: -1\r\n\r\n", "invalid data");
        check("Content-Length: 99999999999999999999\r\n\r\n", "invalid data");
        check(&format!("A: {}\r\n\r\n", "b".repeat(1 << 13)), "invalid data");
        check("Content-Length: 9\r\n\r\n{}", "unexpected end of file");
        check("Content-Length: 18446744073709551615\r\n\r\n{}", "-32600");
        let long = framed(&" ".repeat((16 << 20) + 1));
        check(&(long + &framed(r#"{"id":"a","method":"ask"}"#)), "-32600 ask");
    }
}
