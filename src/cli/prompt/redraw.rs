//! Draws the prompt again when a stopped process continues. A picture above the prompt is also
//! drawn again when the window changes its size.
//!
//! When a stopped process continues, the prompt is gone, and the terminal has the modes of the
//! shell. After Ctrl-Z, the line editor restores the prompt and the modes. After a stop by another
//! process (`kill -STOP`), the editor restores nothing.

use std::sync::Arc;

/// A function that returns the escapes that draw the picture. The picture fits the present size of
/// the window.
pub(super) type Picture = Arc<dyn Fn() -> String + Send + Sync>;

#[cfg(not(unix))]
pub(in crate::cli) use elsewhere::Redraw;
#[cfg(unix)]
pub(in crate::cli) use unix::Redraw;

#[cfg(unix)]
mod unix {
    use super::Picture;
    use rustix::termios::{
        ControlModes, InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios,
        tcgetattr, tcsetattr,
    };
    use rustyline::ExternalPrinter;
    use signal_hook::consts::{SIGCONT, SIGWINCH};
    use signal_hook::iterator::Signals;
    use std::io;
    use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
    use std::thread;

    /// Prints a text through the line editor. The editor then draws its prompt and its line again.
    type Printer = Arc<Mutex<dyn ExternalPrinter + Send>>;

    /// A text that adds no line above the prompt: the cursor only moves up and down again.
    const NO_LINE: &str = "\x1b[A\n";

    /// Makes the terminal mark the start and the end of pasted text. The line editor needs these
    /// marks.
    const BRACKETED_PASTES: &[u8] = b"\x1b[?2004h";
    const PLAIN_PASTES: &[u8] = b"\x1b[?2004l";

    pub(in crate::cli) struct Redraw(Option<Printer>);

    struct Reading {
        printer: Printer,
        picture: Option<Picture>,
        before: Termios,
        /// Whether the process was stopped and continued while the line was read.
        was_stopped: bool,
    }

    /// The line that is being read, if any. The thread that waits for signals uses it too.
    static READING: Mutex<Option<Reading>> = Mutex::new(None);

    impl Redraw {
        /// Without a `printer`, nothing is drawn. There is none if there is no terminal, or if the
        /// terminal does not support escape codes.
        pub(in crate::cli) fn new(printer: Option<impl ExternalPrinter + Send + 'static>) -> Self {
            let printer = printer.filter(|_| start_watching());
            Self(printer.map(|printer| Arc::new(Mutex::new(printer)) as Printer))
        }

        /// Calls `read`, which reads a line. Meanwhile, SIGCONT and SIGWINCH call [`draw`].
        pub(in crate::cli) fn reading<T>(
            &self,
            picture: Option<&Picture>,
            read: impl FnOnce() -> T,
        ) -> T {
            let begun = self.0.as_ref().and_then(|printer| {
                let (printer, picture) = (Arc::clone(printer), picture.cloned());
                let before = tcgetattr(io::stdin()).ok()?;
                Some(Reading { printer, picture, before, was_stopped: false })
            });
            *locked(&READING) = begun;
            let line = read();
            let ended = locked(&READING).take();
            // The editor has restored the modes. But `draw` may have set the raw modes after that.
            if let Some(Reading { before, was_stopped: true, .. }) = ended {
                let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &before);
                let _ = rustix::io::write(io::stdout(), PLAIN_PASTES);
            }
            line
        }
    }

    fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start_watching() -> bool {
        static WATCH: OnceLock<bool> = OnceLock::new();
        *WATCH.get_or_init(|| watch().is_ok())
    }

    fn watch() -> io::Result<()> {
        let mut signals = Signals::new([SIGCONT, SIGWINCH])?;
        let forever = move || signals.forever().for_each(draw);
        thread::Builder::new().name("continue".to_owned()).spawn(forever).map(drop)
    }

    /// Draws the picture or, without a picture, the prompt. When a stopped process continues, first
    /// sets the modes for reading a line.
    fn draw(signal: i32) {
        let (printer, picture) = {
            let mut reading = locked(&READING);
            let Some(reading) = &mut *reading else { return };
            if signal == SIGCONT {
                reading.was_stopped = true;
                let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &raw(&reading.before));
                let _ = rustix::io::write(io::stdout(), BRACKETED_PASTES);
            }
            (Arc::clone(&reading.printer), reading.picture.clone())
        };
        let text = match picture {
            Some(picture) => picture(),
            None if signal == SIGCONT => NO_LINE.to_owned(),
            // After a change of the window's size, the line editor itself draws the prompt.
            None => return,
        };
        // Printing fails, for example, if the editor has ended. Then there is nothing to draw.
        drop(locked(&printer).print(text));
    }

    /// Returns the modes that the line editor uses while it reads a line.
    fn raw(before: &Termios) -> Termios {
        let mut raw = before.clone();
        raw.input_modes -= InputModes::BRKINT
            | InputModes::ICRNL
            | InputModes::INPCK
            | InputModes::ISTRIP
            | InputModes::IXON;
        raw.control_modes |= ControlModes::CS8;
        raw.local_modes -=
            LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG;
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        raw
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use super::Picture;

    /// Draws nothing, because only Unix has signals for a stop and for a new window size.
    pub(in crate::cli) struct Redraw;

    impl Redraw {
        pub(in crate::cli) fn new<T>(_: Option<T>) -> Self {
            Self
        }

        #[expect(clippy::unused_self, reason = "on Unix, `self` has the printer that draws again")]
        pub(in crate::cli) fn reading<T>(
            &self,
            _: Option<&Picture>,
            read: impl FnOnce() -> T,
        ) -> T {
            read()
        }
    }
}
