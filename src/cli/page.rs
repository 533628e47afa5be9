//! HTML pages. Each page is one file, and loads no other file.
//!
//! Templates extend `page/base.html` and escape their values. The content security policy has the
//! SHA-256 of the style and the script, so a browser uses no other style or script. Data is JSON
//! ([`Data`]) in a `<script>` element that browsers do not run.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use broadside::text::Visible;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use std::fmt;

#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) title: String,
    /// The command of `broadside` that makes the page.
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

/// Writes a value as JSON. Writes `<` as `\u003c`, so that no text can end the `<script>` element.
pub(super) struct Data<'d, T>(pub(super) &'d T);

impl<T: Serialize> fmt::Display for Data<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(self.0).map_err(|_| fmt::Error)?;
        // In JSON, `<` can occur only inside strings.
        f.write_str(&json.replace('<', "\\u003c"))
    }
}
