//! Reads `class.toml`. In this file the teacher says how certain submissions are built and run,
//! which students handed them in, and which submissions are skipped.
//!
//! ```toml
//! [[submission]]
//! match = "carla"
//! run = "python3 {dir}/game.py"
//! id = "s1234"
//! mail = "carla@example.org"
//! ```

use super::tools;
use broadside::ports::programs::Command;
use serde::{Deserialize, Deserializer};

pub(super) const NAME: &str = "class.toml";

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassFile {
    #[serde(default)]
    submission: Vec<Entry>,
}

/// What the file says about all submissions whose names match `pattern`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    #[serde(rename = "match")]
    pattern: String,
    #[serde(default, deserialize_with = "command")]
    pub(super) build: Option<Command>,
    #[serde(default, deserialize_with = "command")]
    pub(super) run: Option<Command>,
    pub(super) id: Option<String>,
    pub(super) mail: Option<String>,
    #[serde(default)]
    pub(super) skip: bool,
}

fn command<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Command>, D::Error> {
    let text = String::deserialize(deserializer)?;
    tools::template(&text).map(Some).map_err(serde::de::Error::custom)
}

impl ClassFile {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
    }

    /// Returns the patterns that match none of the names.
    pub(super) fn unmatched(&self, names: &[String]) -> Vec<String> {
        let is_unused = |entry: &&Entry| !names.iter().any(|name| entry.matches(name));
        self.submission.iter().filter(is_unused).map(|entry| entry.pattern.clone()).collect()
    }

    /// Merges the entries that match a name. Each field is taken from the first entry that sets the
    /// field. `skip` is set if one of the entries sets it.
    pub(super) fn about(&self, name: &str) -> Entry {
        let mut about = Entry::default();
        for entry in self.submission.iter().filter(|entry| entry.matches(name)) {
            let Entry { build, run, id, mail, skip, .. } = entry.clone();
            about.build = about.build.or(build);
            about.run = about.run.or(run);
            about.id = about.id.or(id);
            about.mail = about.mail.or(mail);
            about.skip |= skip;
        }
        about
    }
}

impl Entry {
    /// Whether the name matches the pattern. The patterns `carla/*` and `carla/` mean `carla`.
    fn matches(&self, name: &str) -> bool {
        let pattern = self.pattern.strip_suffix("/*").unwrap_or(&self.pattern);
        matches(pattern.trim_end_matches('/'), name)
    }
}

/// Whether a name matches a pattern, in which `*` stands for any characters and `?` for one
/// character. After a mismatch, the last `*` takes one more character, and earlier stars keep their
/// characters. So the number of steps is at most about the product of both lengths.
fn matches(pattern: &str, name: &str) -> bool {
    let [pattern, name] = [pattern, name].map(|text| text.chars().collect::<Vec<_>>());
    let (mut pattern, mut name, mut last_star) = (&pattern[..], &name[..], None::<(&[_], &[_])>);
    loop {
        (pattern, name) = match (pattern.split_first(), name.split_first(), last_star) {
            (None, None, _) => return true,
            (Some(('*', rest)), _, _) => {
                last_star = Some((rest, name));
                (rest, name)
            }
            (Some((one, rest)), Some((other, after)), _) if *one == '?' || one == other => {
                (rest, after)
            }
            (_, _, Some((rest, [_, after @ ..]))) => {
                last_star = Some((rest, after));
                (rest, after)
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_comes_from_the_first_entry_that_sets_it() {
        let text = "[[submission]]\nmatch = 'carla/*'\nid = 's1'\nrun = \"sh 'a b'\"\n\
                    [[submission]]\nmatch = 'c*'\nid = 's2'\nmail = 'x@y'\n\
                    [[submission]]\nmatch = 'old-??'\nskip = true\n";
        let class = ClassFile::parse(text).unwrap();
        let carla = class.about("carla");
        assert_eq!((carla.id.as_deref(), carla.mail.as_deref()), (Some("s1"), Some("x@y")));
        assert_eq!(carla.run, Some(Command::new(["sh", "a b"])));
        assert_eq!(class.about("cleo").id.as_deref(), Some("s2"));
        assert_eq!(class.unmatched(&["carla".to_owned()]), ["old-??"]);
        assert!(class.about("old-12").skip && !class.about("old-123").skip);
        assert_eq!(class.about("anna"), Entry::default());
        for wrong in [
            "[[submission]]\nid = 's1'",
            "[[submission]]\nmatch = '*'\nid = 1",
            "[[submission]]\nmatch = '*'\nrun = \"'\"",
            "[[submission]]\nmatch = '*'\nrun = '{rcu}'",
            "[other]",
        ] {
            assert!(ClassFile::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_takes_little_time() {
        let name = "a".repeat(1000);
        let pattern = format!("{}b", "*a".repeat(100));
        assert!(!matches(&pattern, &name));
        assert!(matches(&pattern, &format!("{name}b")));
        for (pattern, name, is_match) in [
            ("", "", true),
            ("*", "", true),
            ("**", "anna", true),
            ("a*b*c", "abbcbc", true),
            ("a*?b", "ab", false),
            ("*?", "a", true),
            ("a*", "cab", false),
            ("*ab", "aab", true),
            ("?", "", false),
            // In an old version, `?` stood for one byte.
            ("jos?", "josé", true),
            ("jos??", "josé", false),
        ] {
            assert_eq!(matches(pattern, name), is_match, "{pattern} {name}");
        }
    }
}
