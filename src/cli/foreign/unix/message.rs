//! The messages between the main process and a supervisor, the process that runs a program. The
//! main process sends a [`Request`], together with the open standard input and output of the
//! program. The supervisor sends [`Reply`]s. Each request and each reply is a length in four bytes,
//! and a JSON text. All other messages of the main process are single bytes.

use super::super::sandbox::Sandbox;
use broadside::ports::programs::Ending;
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recv, recvmsg, sendmsg,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, IoSlice, IoSliceMut, Read as _, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// The length of the longest message in bytes. The command and the environment of a program fit
/// into one message.
const LONGEST: usize = 1 << 26;

/// A byte that the main process sends during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Word {
    /// Asks for the end of the run, or confirms that the run has ended. This byte is sent at most
    /// once for each request.
    Stop = b'.',
    /// Asks for what the program has newly written to standard error.
    Question = b'?',
    /// An answer of the program is awaited.
    Awaited = b'+',
    /// No answer of the program is awaited.
    Unawaited = b'-',
}

/// The flags for sending and receiving. A closed socket causes an error and no signal, and programs
/// do not inherit received files. On Apple's systems Rust ignores the signal, and [`close_on_exec`]
/// keeps the files from programs.
#[cfg(not(target_vendor = "apple"))]
const FLAGS: (SendFlags, RecvFlags) = (SendFlags::NOSIGNAL, RecvFlags::CMSG_CLOEXEC);
#[cfg(target_vendor = "apple")]
const FLAGS: (SendFlags, RecvFlags) = (SendFlags::empty(), RecvFlags::empty());

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) words: Vec<OsString>,
    /// The folder in which the program starts. `None` for the current folder.
    pub(super) folder: Option<OsString>,
    pub(super) environment: Vec<(OsString, OsString)>,
    /// The supervisor makes a new temporary folder for the run in this folder.
    pub(super) temporary: OsString,
    pub(super) sandbox: Sandbox,
    /// The files and folders that the program must not see.
    pub(super) hidden: Vec<OsString>,
    pub(super) time: Option<Duration>,
    /// The memory limit, in bytes.
    pub(super) memory: Option<u64>,
}

/// A message of the supervisor. While the program runs, [`Said`](Self::Said) answers each question.
/// At the end of a run come [`Ended`](Self::Ended), [`Rest`](Self::Rest) and
/// [`Clean`](Self::Clean), or [`Failed`](Self::Failed) in place of `Ended`. After `Failed`,
/// `Rest` and `Clean` may be missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Reply {
    /// What the program has newly written to standard error.
    Said(Vec<u8>),
    /// How the program ended (`None` if the main process asked for the end), and the wall-clock
    /// time of the run.
    Ended(Option<Ending>, Duration),
    /// No process of the run is left. Gives the processor time of all processes, and the last bytes
    /// of standard error.
    Rest(Duration, Vec<u8>),
    /// No file of the run is left.
    Clean,
    /// The run was not possible. The program is not at fault.
    Failed(String),
}

pub(super) fn packed(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let text = serde_json::to_vec(message)?;
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    Ok([&length.to_le_bytes()[..], &text].concat())
}

pub(super) fn send(
    socket: &UnixStream,
    message: &impl Serialize,
    files: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let bytes = packed(message)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    control.push(SendAncillaryMessage::ScmRights(files));
    let sent = sendmsg(socket, &[IoSlice::new(&bytes)], &mut control, FLAGS.0)?;
    // The call may have sent only a part of a long message.
    (&*socket).write_all(bytes.get(sent..).unwrap_or_default())
}

/// Returns the next message and its files, or `None` if the other side has closed the socket.
pub(super) fn receive<T: DeserializeOwned>(
    socket: &UnixStream,
) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = loop {
        let mut parts = [IoSliceMut::new(&mut length)];
        match recvmsg(socket, &mut parts, &mut control, FLAGS.1) {
            Err(Errno::INTR) => {}
            outcome => break outcome?.bytes,
        }
    };
    if received == 0 {
        return Ok(None);
    }
    let files = control.drain().filter_map(|message| {
        if let RecvAncillaryMessage::ScmRights(files) = message { Some(files) } else { None }
    });
    let files: Vec<OwnedFd> = files.flatten().collect();
    close_on_exec(&files)?;
    (&*socket).read_exact(&mut length[received..])?;
    let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut text = vec![0; length];
    (&*socket).read_exact(&mut text)?;
    Ok(Some((serde_json::from_slice(&text)?, files)))
}

fn close_on_exec(files: &[OwnedFd]) -> io::Result<()> {
    if cfg!(target_vendor = "apple") {
        for file in files {
            rustix::io::fcntl_setfd(file, rustix::io::FdFlags::CLOEXEC)?;
        }
    }
    Ok(())
}

pub(super) fn send_word(mut socket: &UnixStream, word: Word) -> io::Result<()> {
    socket.write_all(&[word as u8])
}

/// Waits for [`Word::Stop`]. Skips all words before it: the main process may have sent them before
/// it knew of the program's end.
pub(super) fn receive_stop(socket: &UnixStream) -> io::Result<()> {
    let mut byte = [0];
    while byte != [Word::Stop as u8] {
        (&*socket).read_exact(&mut byte)?;
    }
    Ok(())
}

/// Takes the next byte, unless it is [`Word::Stop`] or no word.
pub(super) fn take_word(socket: &UnixStream) -> io::Result<Option<Word>> {
    let mut byte = [0];
    recv(socket, &mut byte, RecvFlags::PEEK)?;
    let words = [Word::Question, Word::Awaited, Word::Unawaited];
    let word = words.into_iter().find(|word| byte == [*word as u8]);
    if word.is_some() {
        (&*socket).read_exact(&mut byte)?;
    }
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsFd as _;
    use std::os::unix::ffi::OsStringExt as _;

    #[test]
    fn messages_and_their_files_arrive_unchanged() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let request = Request {
            words: vec!["./ships".into(), OsString::from_vec(b"\xff\n'".to_vec())],
            folder: None,
            environment: vec![("A".into(), "=".into())],
            temporary: "/tmp".into(),
            sandbox: Sandbox::Prefix(vec!["nice".into()]),
            hidden: vec!["log".into()],
            time: Some(Duration::from_nanos(1_500_000_001)),
            memory: None,
        };
        let (read, mut write) = io::pipe().unwrap();
        send(&ours, &request, &[read.as_fd(), write.as_fd()]).unwrap();
        let (received, mut files) = receive::<Request>(&theirs).unwrap().unwrap();
        assert_eq!((received, files.len()), (request, 2));
        write.write_all(b"x").unwrap();
        drop((write, files.pop()));
        let mut text = String::new();
        io::PipeReader::from(files.remove(0)).read_to_string(&mut text).unwrap();
        assert_eq!(text, "x");
        drop(ours);
        assert!(receive::<Request>(&theirs).unwrap().is_none());
    }

    #[test]
    fn words_are_taken_and_a_stop_stays() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let all = [Word::Question, Word::Unawaited, Word::Awaited, Word::Stop];
        let send_words = || all.into_iter().for_each(|word| send_word(&ours, word).unwrap());
        send_words();
        let words = [(); 5].map(|()| take_word(&theirs).unwrap());
        assert_eq!(words, [Some(all[0]), Some(all[1]), Some(all[2]), None, None]);
        receive_stop(&theirs).unwrap();
        send_words();
        receive_stop(&theirs).unwrap();
        drop(ours);
        assert!(take_word(&theirs).unwrap().is_none() && receive_stop(&theirs).is_err());
    }

    #[test]
    fn malformed_messages_are_errors() {
        for bytes in [&b"\x02\0\0\0xx"[..], b"\xff\xff\xff\xff", b"\x02\0"] {
            let (mut ours, theirs) = UnixStream::pair().unwrap();
            ours.write_all(bytes).unwrap();
            drop(ours);
            assert!(receive::<Reply>(&theirs).is_err());
        }
    }
}
