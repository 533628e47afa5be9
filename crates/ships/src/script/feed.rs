//! Reads input in chunks, and gives its lines to a session. A line is copied only if the chunk in
//! which it begins does not contain its LF.

use super::session::{Flow, Session, Stop};
use broadside_core::ports::LONGEST_LINE;
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Why a file could not be run to its end.
#[derive(Debug, Error)]
pub enum FeedError {
    /// The session stopped.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The input could not be read.
    #[error(transparent)]
    Input(io::Error),
}

impl From<io::Error> for FeedError {
    fn from(error: io::Error) -> Self {
        Self::Stop(Stop::Output(error))
    }
}

/// Runs one file to its end, or until a side wins. Flushes the output before every read, because a
/// read may wait for a person.
pub fn feed(
    session: &mut Session,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<Flow, FeedError> {
    // The part of a line that was read so far, if its LF was not read yet.
    let mut partial = Vec::new();
    loop {
        out.flush()?;
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(FeedError::Input(error)),
        };
        if chunk.is_empty() {
            break;
        }
        let length = chunk.len();
        if let won @ Flow::Won(_) = feed_chunk(session, chunk, &mut partial, out)? {
            return Ok(won);
        }
        input.consume(length);
    }
    if !partial.is_empty()
        && let won @ Flow::Won(_) = session.feed(&partial, out)?
    {
        return Ok(won);
    }
    Ok(session.end(out)?)
}

fn feed_chunk(
    session: &mut Session,
    chunk: &[u8],
    partial: &mut Vec<u8>,
    out: &mut dyn Write,
) -> Result<Flow, Stop> {
    let mut rest = chunk;
    loop {
        if partial.is_empty() {
            let (unread, flow) = session.feed_plain(rest, out)?;
            if flow != Flow::Continue {
                return Ok(flow);
            }
            rest = unread;
        }
        let Some(end) = memchr::memchr(b'\n', rest) else { break };
        let line = &rest[..end];
        rest = &rest[end + 1..];
        let flow = if partial.is_empty() {
            session.feed(line, out)?
        } else {
            partial.extend_from_slice(line);
            let line = std::mem::take(partial);
            session.feed(&line, out)?
        };
        if flow != Flow::Continue {
            return Ok(flow);
        }
    }
    partial.extend_from_slice(rest);
    if partial.len() > LONGEST_LINE {
        // The line is already too long. The session reports this without the rest of the line.
        return session.feed(partial, out);
    }
    Ok(Flow::Continue)
}
