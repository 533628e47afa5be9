//! The options that limit foreign programs, and the sandbox in which they run.

use super::exit::{Failure, Result};
use super::foreign::{Foreign, Hidden, Sandbox};
use super::stop::Cancel;
use super::world;
use broadside::ports::programs::{Command, Limits, NoCommand, time_for, typed};
use std::env;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// The limits of a program that gets all of its input at once.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Limits (they stop accidents; a sandbox protects better)")]
pub(super) struct Limited {
    /// Stop a run after this time. Without this option: 10 times the median time of the first runs,
    /// but at least 0.5 s and at most 5 s.
    ///
    /// No process may use more processor time than this, rounded up to whole seconds.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Stop a run that prints more than this: `4096`, `64K`, `1M`.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "1M")]
    output: u64,

    /// Stop a run if the program and all processes that it started hold more memory than this:
    /// `512M`.
    /// The program's temporary files count too if they are held in memory. The memory is measured
    /// about every 20 ms, on Linux and Windows only.
    #[arg(long, value_name = "BYTES", value_parser = memory, default_value = "1G")]
    memory: u64,

    #[command(flatten)]
    pub(super) sandbox: SandboxOption,
}

/// The option `--sandbox`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SandboxOption {
    /// Run programs in a sandbox. `bwrap`: bubblewrap; a program has no network and sees only the
    /// files of the system and of the folder in which it starts. `landlock`: Landlock and seccomp;
    /// like `bwrap`, but a program can see which other programs are running, and can change
    /// permissions of files.
    /// `auto`: the first of these two that works. `none`: no sandbox. Any other words are a command
    /// that starts the program: `'nice -n5'`.
    #[arg(long, value_name = "auto|bwrap|landlock|none|PREFIX", value_parser = Asked::parse)]
    sandbox: Option<Asked>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    Auto,
    This(Sandbox),
}

impl Asked {
    fn parse(text: &str) -> Result<Self, NoCommand> {
        Ok(match text {
            "auto" => Self::Auto,
            "bwrap" => Self::This(Sandbox::Bubblewrap),
            "landlock" => Self::This(Sandbox::Landlock),
            "none" => Self::This(Sandbox::None),
            words => Self::This(Sandbox::Prefix(Command::parse(words)?.words)),
        })
    }

    /// Returns the value of the option. In a shell, this value may need quotes around it.
    fn value(&self) -> String {
        match self {
            Self::Auto => "auto".to_owned(),
            Self::This(Sandbox::Bubblewrap) => "bwrap".to_owned(),
            Self::This(Sandbox::Landlock) => "landlock".to_owned(),
            Self::This(Sandbox::None) => "none".to_owned(),
            Self::This(Sandbox::Prefix(words)) => typed(words),
        }
    }
}

impl SandboxOption {
    /// Returns a runner of programs, and a sentence about the protection that the runner gives. The
    /// runner works until `stop` is set.
    fn runner(&self, default: Asked, hidden: Hidden, stop: &Cancel) -> Result<(Foreign, String)> {
        let asked = self.sandbox.clone().unwrap_or(default);
        // On Linux, this path works even after the file of `broadside` is replaced.
        let link = PathBuf::from("/proc/self/exe");
        let own = if link.exists() { Ok(link) } else { env::current_exe() };
        let foreign = Foreign::new(own.map_err(Failure::Run)?, hidden, stop.clone());
        match asked {
            Asked::Auto => best(&foreign),
            Asked::This(sandbox) => tried(&foreign, sandbox),
        }
    }

    /// Returns a runner of programs. Without `--sandbox`, there is no sandbox. With the value
    /// `auto`, shows the sentence about the protection.
    pub(super) fn programs(&self, hidden: Hidden, stop: &Cancel) -> Result<Foreign> {
        let (foreign, sentence) = self.runner(Asked::This(Sandbox::None), hidden, stop)?;
        if self.sandbox == Some(Asked::Auto) {
            world::tell(&sentence)?;
        }
        Ok(foreign)
    }
}

/// Returns a runner with the first sandbox that works. If no sandbox works, the runner has none.
fn best(foreign: &Foreign) -> Result<(Foreign, String)> {
    let mut reasons = Vec::new();
    for sandbox in [Sandbox::Bubblewrap, Sandbox::Landlock] {
        match tried(foreign, sandbox) {
            Err(Failure::Sandbox(error)) => reasons.push(error.to_string()),
            ended => return ended,
        }
    }
    let (none, reasons) = (protection(&Sandbox::None), reasons.join("; "));
    Ok((foreign.clone(), format!("{none} (no sandbox works here: {reasons})")))
}

/// Tries a sandbox. Fails with [`Failure::Interrupted`] if the stop flag is set, else with
/// [`Failure::Sandbox`] if the sandbox does not work.
fn tried(foreign: &Foreign, sandbox: Sandbox) -> Result<(Foreign, String)> {
    let sentence = protection(&sandbox);
    let inside = foreign.clone().inside(sandbox);
    match inside.try_sandbox() {
        Ok(()) => Ok((inside, sentence)),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(Failure::Interrupted),
        Err(error) => Err(Failure::Sandbox(error)),
    }
}

fn protection(sandbox: &Sandbox) -> String {
    match sandbox {
        Sandbox::Bubblewrap => {
            "programs run in bubblewrap: each sees the system's programs and its own folder, no other \
             files, no network"
                .to_owned()
        }
        Sandbox::Landlock => {
            "programs run behind Landlock and seccomp: each reads the system's programs and its own \
             folder, no other files, and has no network; a program can change permissions of your files"
                .to_owned()
        }
        Sandbox::Prefix(words) => {
            let words = words.join(" ".as_ref());
            format!("programs run behind `{}`, which alone decides what is protected", words.display())
        }
        Sandbox::None => "programs run without a sandbox: they can read, change and send all that \
                          you can"
            .to_owned(),
    }
}

/// The limits of a program that answers many questions.
#[derive(Clone, Debug, clap::Args)]
#[command(
    next_help_heading = "Limits of programs (they stop accidents; a sandbox protects better)"
)]
pub(super) struct AnswerLimits {
    /// Stop a program that takes longer than this for an answer.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "5")]
    time: Duration,

    /// Stop a program if it and all processes that it started hold more memory than this: `512M`.
    #[arg(long, value_name = "BYTES", value_parser = memory, default_value = "1G")]
    memory: u64,

    #[command(flatten)]
    pub(super) sandbox: SandboxOption,
}

impl AnswerLimits {
    /// Returns the limits of a program. The time limit is for one answer.
    pub(super) fn limits(&self) -> Limits {
        Limits { time: Some(self.time), memory: Some(self.memory), ..Limits::default() }
    }
}

impl Limited {
    fn given(&self) -> impl Iterator<Item = (&'static str, String)> {
        let sandbox = self.sandbox.sandbox.as_ref();
        let sandbox = sandbox.map(|asked| ("--sandbox", asked.value()));
        let time = self.time.map(|time| ("--time", time.as_secs_f64().to_string()));
        sandbox.into_iter().chain(time)
    }

    /// Returns the given `--sandbox` and `--time` as the user types them, a blank after each.
    pub(super) fn repeated(&self) -> String {
        self.given().map(|(name, value)| [name, " ", &typed([value]), " "].concat()).collect()
    }

    /// Returns a text for the digest of the options in a journal. The text contains the names of
    /// the fields. If a name changed, old journals would be refused.
    pub(super) fn words(&self) -> String {
        format!("{self:?}")
    }

    pub(super) fn options(&self) -> Vec<String> {
        let sizes = [("--output", self.output), ("--memory", self.memory)];
        let sizes = sizes.map(|(name, size)| (name, size.to_string()));
        self.given().chain(sizes).map(|(name, value)| format!("{name}={value}")).collect()
    }

    /// Returns a runner for programs of other people, and a sentence about its protection. Without
    /// `--sandbox`, uses the first sandbox that works, if any.
    pub(super) fn untrusted_programs(&self, stop: &Cancel) -> Result<(Foreign, String)> {
        self.sandbox.runner(Asked::Auto, Hidden::default(), stop)
    }

    pub(super) const fn has_time(&self) -> bool {
        self.time.is_some()
    }

    /// Returns the limits of the first runs, when the usual time of a run is not known.
    pub(super) fn first(&self) -> Limits {
        let default = Limits::default();
        let output = usize::try_from(self.output).unwrap_or(usize::MAX);
        Limits { time: self.time.or(default.time), output, memory: Some(self.memory) }
    }

    /// Returns the limits of later runs. `first` has the times of the first runs.
    pub(super) fn settled(&self, first: Vec<Duration>) -> Limits {
        Limits { time: self.time.or_else(|| Some(time_for(first))), ..self.first() }
    }
}

pub(super) fn seconds(word: &str) -> Result<Duration, &'static str> {
    const DAY: Duration = Duration::from_hours(24);
    let time = word.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero() && *time <= DAY)
        .ok_or("expected seconds, more than 0 and at most 86400: `0.5`")
}

fn bytes(word: &str) -> Result<u64, &'static str> {
    let units = [('K', 1 << 10), ('M', 1 << 20), ('G', 1 << 30)];
    let with_unit = units.iter().find_map(|(name, unit)| Some((word.strip_suffix(*name)?, *unit)));
    let (digits, unit) = with_unit.unwrap_or((word, 1));
    let number: Option<u64> = digits.parse().ok();
    number.and_then(|number| number.checked_mul(unit)).ok_or("expected a number of bytes: `64K`")
}

/// Reads a number of bytes. Refuses less than a megabyte, because the user has probably forgotten
/// the unit.
fn memory(word: &str) -> Result<u64, &'static str> {
    let too_little = "no program starts in less than a megabyte; `64M` is 64 megabytes";
    bytes(word).and_then(|bytes| if bytes < 1 << 20 { Err(too_little) } else { Ok(bytes) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        limited: Limited,
        #[arg(last = true)]
        command: Vec<String>,
    }

    fn parsed(line: &str) -> Result<Line, clap::Error> {
        Line::try_parse_from(line.split(' '))
    }

    #[test]
    fn sizes_may_have_units_and_times_are_seconds() {
        assert_eq!([bytes("9"), bytes("2K"), bytes("1G")], [Ok(9), Ok(2048), Ok(1 << 30)]);
        for word in ["", "K", "-1", "1T", "99999999999G", "1.5K"] {
            assert!(bytes(word).is_err(), "{word}");
        }
        assert!(memory("1M") == Ok(1 << 20) && memory("64").is_err());
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for word in ["", "0", "-1", "nan", "inf", "1e300", "1s"] {
            assert!(seconds(word).is_err(), "{word}");
        }
    }

    /// An early Ctrl-C was once reported as a failure of the system.
    #[test]
    fn an_interrupt_while_a_sandbox_is_tried_is_not_a_failure() {
        let stop = Cancel::default();
        stop.set();
        let foreign = Foreign::new("broadside".into(), Hidden::default(), stop);
        let tried = tried(&foreign, Sandbox::Bubblewrap);
        assert!(matches!(tried, Err(Failure::Interrupted)));
    }

    #[test]
    fn a_sandbox_is_one_argument() {
        let asked = |line: &str| {
            let words = shell_words::split(line).unwrap();
            Line::try_parse_from(words).map(|line| line.limited.sandbox.sandbox)
        };
        let words = ["env", "A=1", "--x"].map(Into::into).into();
        let prefix = Some(Asked::This(Sandbox::Prefix(words)));
        assert_eq!(asked("x --sandbox 'env A=1 --x' -- ./ships").unwrap(), prefix);
        assert_eq!(asked("x --sandbox auto").unwrap(), Some(Asked::Auto));
        assert_eq!(asked("x --sandbox none").unwrap(), Some(Asked::This(Sandbox::None)));
        assert!(asked("x --sandbox env A=1").is_err() && asked("x --sandbox ''").is_err());
    }

    #[test]
    fn without_a_time_limit_the_first_runs_decide_it() {
        let millis = |line: &str| {
            let limited = parsed(line).unwrap().limited;
            let settled = limited.settled(vec![Duration::from_millis(80)]);
            [limited.first(), settled].map(|limits| limits.time.unwrap().as_millis())
        };
        assert_eq!([millis("x"), millis("x --time 9")], [[5000, 800], [9000, 9000]]);
        let default = Limits { memory: Some(1 << 30), ..Limits::default() };
        assert_eq!(parsed("x").unwrap().limited.first(), default);
    }
}
