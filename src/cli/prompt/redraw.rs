//! The prompt of a process that was stopped and goes on.
//!
//! Such a process finds the terminal in the modes of the shell, and its prompt gone. After Ctrl-Z the line
//! editor puts both right by itself, but not when another process has sent the signal (`kill -STOP`).

use rustyline::history::History;
use rustyline::{Editor, Helper};

#[cfg(not(unix))]
pub(in crate::cli) use elsewhere::Redraw;
#[cfg(unix)]
pub(in crate::cli) use unix::Redraw;

impl Redraw {
    /// For the prompt of `editor`; on a dumb terminal nothing is drawn anew.
    pub(in crate::cli) fn of<H: Helper, I: History>(editor: &mut Editor<H, I>) -> Self {
        Self::with(editor.create_external_printer().ok())
    }
}

#[cfg(unix)]
mod unix {
    use rustix::termios::{
        ControlModes, InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios,
        tcgetattr, tcsetattr,
    };
    use rustyline::ExternalPrinter;
    use signal_hook::consts::SIGCONT;
    use signal_hook::iterator::Signals;
    use std::fmt;
    use std::io;
    use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
    use std::thread;

    /// What makes a line editor draw its prompt and line anew.
    type Printer = Arc<Mutex<dyn ExternalPrinter + Send>>;

    /// Up and down again: what is printed above the prompt takes no line.
    const NOTHING: &str = "\x1b[A\n";

    /// Pastes come in brackets, as the line editor wants them.
    const BRACKETED_PASTES: &[u8] = b"\x1b[?2004h";

    /// Draws a prompt anew when the process goes on.
    pub(in crate::cli) struct Redraw(Option<Printer>);

    /// A line that is being read.
    struct Reading {
        printer: Printer,
        /// The modes of the terminal before.
        before: Termios,
        /// Whether the process was stopped since.
        was_stopped: bool,
    }

    static READING: Mutex<Option<Reading>> = Mutex::new(None);

    impl Redraw {
        pub(super) fn with(printer: Option<impl ExternalPrinter + Send + 'static>) -> Self {
            let printer = printer.filter(|_| is_watched());
            Self(printer.map(|printer| Arc::new(Mutex::new(printer)) as Printer))
        }

        /// Lets the line editor read a line.
        pub(in crate::cli) fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
            let begun = self.0.as_ref().and_then(|printer| {
                let before = tcgetattr(io::stdin()).ok()?;
                Some(Reading { printer: Arc::clone(printer), before, was_stopped: false })
            });
            *locked(&READING) = begun;
            let line = read();
            let ended = locked(&READING).take();
            // The editor has put the modes back, but the signal may have come behind that.
            if let Some(Reading { before, was_stopped: true, .. }) = ended {
                let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &before);
            }
            line
        }
    }

    impl fmt::Debug for Redraw {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_tuple("Redraw").field(&self.0.is_some()).finish()
        }
    }

    fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the thread that waits for the signal, once. Whether there is one.
    fn is_watched() -> bool {
        static WATCH: OnceLock<bool> = OnceLock::new();
        *WATCH.get_or_init(|| watch().is_ok())
    }

    fn watch() -> io::Result<()> {
        let mut signals = Signals::new([SIGCONT])?;
        let forever = move || signals.forever().for_each(|_| go_on());
        thread::Builder::new().name("continue".to_owned()).spawn(forever).map(drop)
    }

    /// Puts the terminal back into the modes in which a line is read, and draws the prompt.
    fn go_on() {
        let printer = {
            let mut reading = locked(&READING);
            let Some(reading) = &mut *reading else { return };
            reading.was_stopped = true;
            let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &raw(&reading.before));
            let _ = rustix::io::write(io::stdout(), BRACKETED_PASTES);
            Arc::clone(&reading.printer)
        };
        // An editor that reads no more has no prompt.
        drop(locked(&printer).print(NOTHING.to_owned()));
    }

    /// The modes in which the line editor reads keys one by one.
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
    /// Other systems do not stop processes.
    #[derive(Debug)]
    pub(in crate::cli) struct Redraw;

    impl Redraw {
        pub(super) fn with<T>(_: Option<T>) -> Self {
            Self
        }

        /// Lets the line editor read a line.
        pub(in crate::cli) fn reading<T>(&self, read: impl FnOnce() -> T) -> T {
            read()
        }
    }
}
