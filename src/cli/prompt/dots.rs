//! Dot commands: commands that begin with a dot, such as `.save FILE`. The prompts of `repl` and
//! `play` each have a table of these commands. The table is used to read commands and to show help.

use super::places;
use super::target::Target;
use broadside::board::Coord;
use broadside::text;
use std::path::Path;

/// A dot command in the table of a prompt. `D` is the type of the commands of that prompt.
pub(in crate::cli) struct Row<D: 'static> {
    /// The name with its dot.
    pub(in crate::cli) name: &'static str,
    pub(in crate::cli) arguments: &'static str,
    pub(in crate::cli) summary: &'static str,
    /// Help that follows the summary.
    pub(in crate::cli) more: Option<&'static str>,
    /// Names of the same command in other programs, without a dot. They help to guess what the user
    /// means, and [`Dots::named_without_dot`] accepts them.
    aliases: &'static [&'static str],
    /// Words that the user can give as arguments. The Tab key completes them.
    pub(in crate::cli) words: &'static [&'static str],
    takes_bang: bool,
    read: fn(Given<'_>) -> Option<D>,
}

/// The error for `-` in place of a file. On a command line, `-` is standard input or output.
pub(in crate::cli) const NO_STREAM: &str = "`-` is not a file: the prompt itself uses standard input and output; \
    a file of this name is `./-`";

/// The text after the name of a command, and whether `!` ended the name.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Given<'t> {
    /// The arguments, without blanks around them.
    pub(in crate::cli) text: &'t str,
    pub(in crate::cli) bang: bool,
}

impl Given<'_> {
    pub(in crate::cli) fn alone<T>(self, value: T) -> Option<T> {
        self.text.is_empty().then_some(value)
    }

    pub(in crate::cli) fn argument(self) -> Option<String> {
        (!self.text.is_empty()).then(|| self.text.to_owned())
    }

    pub(in crate::cli) fn target(self) -> Option<Target> {
        let file = places::from_home(Path::new(&self.argument()?));
        Some(Target { file, replaces: self.bang })
    }

    /// Reads the argument as a number. Without an argument, returns `default`. Returns `None` if
    /// the argument is not a number above 0.
    pub(in crate::cli) fn count(self, default: usize) -> Option<usize> {
        match self.text {
            "" => Some(default),
            text => text.parse().ok().filter(|count| *count > 0),
        }
    }
}

pub(in crate::cli) fn field(words: &[&str]) -> Option<Coord> {
    let [row, col] = words else { return None };
    Some(Coord::new(row.parse().ok()?, col.parse().ok()?))
}

impl<D> Row<D> {
    pub(in crate::cli) const fn new(
        name: &'static str,
        arguments: &'static str,
        summary: &'static str,
        read: fn(Given<'_>) -> Option<D>,
    ) -> Self {
        let (aliases, words): (&[&str], &[&str]) = (&[], &[]);
        Self { name, arguments, summary, more: None, aliases, words, takes_bang: false, read }
    }

    pub(in crate::cli) const fn more(self, text: &'static str) -> Self {
        Self { more: Some(text), ..self }
    }

    pub(in crate::cli) const fn also(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(in crate::cli) const fn words(self, words: &'static [&'static str]) -> Self {
        Self { words, ..self }
    }

    pub(in crate::cli) const fn bang(self) -> Self {
        Self { takes_bang: true, ..self }
    }

    pub(in crate::cli) fn form(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }

    pub(in crate::cli) fn takes_file(&self) -> bool {
        self.arguments.contains("FILE")
    }

    pub(in crate::cli) fn read(&self, given: Given<'_>) -> Result<D, String> {
        if self.takes_file() && given.text == "-" {
            return Err(NO_STREAM.to_owned());
        }
        (self.read)(given).ok_or_else(|| format!("the form is `{}`", self.form()))
    }
}

/// The dot commands of a prompt.
pub(in crate::cli) struct Dots<D: 'static>(pub(in crate::cli) &'static [Row<D>]);

impl<D> Dots<D> {
    /// Reads a dot command. Returns `None` if `line` begins without a dot or has several lines.
    pub(in crate::cli) fn parse(&self, line: &str) -> Option<Result<D, String>> {
        let line = line.trim();
        if !line.starts_with('.') || line.contains('\n') {
            return None;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Some(match self.named(word) {
            None => Err(self.no_such(word, [])),
            Some((row, bang)) => row.read(Given { text: rest.trim(), bang }),
        })
    }

    /// Returns the command with the name `word`. The flag is true if `word` ends with `!`.
    pub(in crate::cli) fn named(&self, word: &str) -> Option<(&'static Row<D>, bool)> {
        let find = |name: &str| self.0.iter().find(|row| row.name == name);
        let banged = || find(word.strip_suffix('!')?).filter(|row| row.takes_bang);
        find(word).map(|row| (row, false)).or_else(|| banged().map(|row| (row, true)))
    }

    /// Returns the command that `word` names without a dot, by its name or an alias.
    pub(in crate::cli) fn named_without_dot(&self, word: &str) -> Option<(&'static Row<D>, bool)> {
        self.named(&format!(".{word}")).or_else(|| Some((self.of_alias(word)?, false)))
    }

    fn of_alias(&self, word: &str) -> Option<&'static Row<D>> {
        self.0.iter().find(|row| row.aliases.contains(&word))
    }

    /// Returns the command and its arguments so far. Returns `None` if there is no such command, or
    /// if no blank follows its name yet.
    pub(in crate::cli) fn typed<'t>(&self, text: &'t str) -> Option<(&'static Row<D>, &'t str)> {
        let (word, rest) = text.trim_start().split_once(char::is_whitespace)?;
        Some((self.named(word)?.0, rest.trim_start()))
    }

    /// Returns the name of the command that was probably meant: one that begins with `word`, or has
    /// this alias, or a similar name.
    pub(in crate::cli) fn nearest(&self, word: &str) -> Option<&'static str> {
        let word = word.to_ascii_lowercase();
        let bare = word.trim_start_matches(['.', ':', '\\']);
        let word = format!(".{bare}");
        let names = || self.0.iter().map(|row| row.name);
        let begins = names().find(|name| !bare.is_empty() && name.starts_with(&word));
        let other = || Some(self.of_alias(bare)?.name);
        begins.or_else(other).or_else(|| text::nearest(&word, names(), text::third))
    }

    /// Returns the message for an unknown word. Proposes one of `others`, the commands without a
    /// dot, or else a dot command.
    pub(in crate::cli) fn no_such<const N: usize>(&self, word: &str, others: [&str; N]) -> String {
        let near = text::nearest(word, others, text::third).or_else(|| self.nearest(word));
        let word: String = word.chars().take(60).flat_map(char::escape_debug).collect();
        match near {
            Some(near) => format!("there is no `{word}`; did you mean `{near}`?"),
            None => format!("there is no `{word}`; `.help` lists what there is"),
        }
    }
}
