//! HTML pages in single files that load no other file.
//!
//! Templates extend `page/base.html` and escape their values. The content security policy of a page
//! has the SHA-256 of the page's style and of its script. So a browser uses no other style and no
//! other script. Data of a page is JSON ([`Data`]) in a `<script>` element that browsers do not
//! run.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use broadside::text::Visible;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::io::{self, Write};

#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) title: String,
    /// The command that made the page.
    pub(super) command: &'static str,
    pub(super) style: &'static str,
    pub(super) script: &'static str,
}

impl Head {
    pub(super) fn policy(&self) -> String {
        let [style, script] =
            [self.style, self.script].map(|text| STANDARD.encode(Sha256::digest(text)));
        format!(
            "default-src 'none'; img-src data:; style-src 'sha256-{style}'; \
             script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
        )
    }
}

pub(super) fn shown(text: &str) -> String {
    Visible(text.as_bytes()).to_string()
}

/// JSON for a page. Every `<` is written as `\u003c`, so no text can end the `<script>` element.
pub(super) struct Data<'d, T>(pub(super) &'d T);

impl<T: Serialize> fmt::Display for Data<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.0.serialize(&mut Serializer::with_formatter(Sink(f), InPage));
        written.map_err(|_| fmt::Error)
    }
}

struct Sink<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl Write for Sink<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_str(text).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Escapes `<` in texts. The other parts of JSON contain no `<`.
struct InPage;

impl Formatter for InPage {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut parts = fragment.split('<');
        writer.write_all(parts.next().unwrap_or_default().as_bytes())?;
        parts.try_for_each(|part| {
            writer.write_all(b"\\u003c")?;
            writer.write_all(part.as_bytes())
        })
    }
}
