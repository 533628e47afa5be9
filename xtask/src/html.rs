//! Makes a page from a template and its parts.
//!
//! A page loads no other file. Its content security policy names its style and its scripts by their
//! SHA-256. Modules of WebAssembly, the page's code and the code of its workers are gzipped and
//! written in base64. The samples are JSON without `<`. [`page`] refuses a style or a loader with
//! an end tag. So no part can end the HTML element that holds the part.

use crate::Fault;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use std::io::Write as _;

#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    /// The template: HTML with the names of parts, such as `{{style}}`.
    pub(crate) page: String,
    pub(crate) style: String,
    /// The code that shows a replay: all its files, or only the files that the page uses.
    pub(crate) view: String,
    /// The code of the page, with the editor.
    pub(crate) bundle: String,
    /// The script that loads the view and the bundle.
    pub(crate) loader: String,
    pub(crate) worker: String,
    /// Names and texts of scripts.
    pub(crate) samples: Vec<(String, String)>,
    /// The names of modules of WebAssembly, and the modules, gzipped.
    pub(crate) modules: Vec<(&'static str, Vec<u8>)>,
}

pub(crate) fn page(parts: &Parts) -> Result<String, Fault> {
    for (text, end) in [(&parts.style, "</style"), (&parts.loader, "</script")] {
        if text.to_ascii_lowercase().contains(end) {
            return Err(format!("a part of the page holds `{end}`").into());
        }
    }
    let mut text = String::new();
    let mut rest = &parts.page[..];
    while let Some((before, behind)) = rest.split_once("{{") {
        let (name, behind) = behind.split_once("}}").ok_or("a `{{` without its end")?;
        text += before;
        text += &part(parts, name)?;
        rest = behind;
    }
    Ok(text + rest)
}

fn part(parts: &Parts, name: &str) -> Result<String, Fault> {
    Ok(match name {
        "title" => parts.title.to_owned(),
        "description" => parts.description.to_owned(),
        "policy" => policy(parts),
        "style" => parts.style.clone(),
        "loader" => parts.loader.clone(),
        "view" => encoded(&parts.view)?,
        "bundle" => encoded(&parts.bundle)?,
        "worker" => encoded(&parts.worker)?,
        "samples" => serde_json::to_string(&parts.samples)?.replace('<', "\\u003c"),
        _ => match parts.modules.iter().find(|(module, _)| *module == name) {
            Some((_, module)) => STANDARD.encode(module),
            None => return Err(format!("the template names `{name}`, which is no part").into()),
        },
    })
}

fn encoded(text: &str) -> std::io::Result<String> {
    Ok(STANDARD.encode(packed(text.as_bytes())?))
}

pub(crate) fn packed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    packed.finish()
}

fn policy(parts: &Parts) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    let Parts { style, view, bundle, loader, .. } = parts;
    let [style, view, bundle, loader] = [style, view, bundle, loader].map(|text| hash(text));
    format!(
        "default-src 'none'; img-src data:; style-src 'sha256-{style}'; \
         script-src 'sha256-{view}' 'sha256-{loader}' 'sha256-{bundle}' 'wasm-unsafe-eval'; worker-src blob:; \
         base-uri 'none'; form-action 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(page: &str) -> Parts {
        let text = |text: &str| text.to_owned();
        let samples = vec![(text("<b>"), text("</script>{{style}}"))];
        Parts {
            title: "sea",
            description: "a page",
            page: text(page),
            style: text("p{}"),
            view: text("</script>"),
            bundle: text("</script>"),
            loader: text("load()"),
            worker: text("</script>"),
            samples,
            modules: vec![("wasm", b"\0asm".to_vec())],
        }
    }

    #[test]
    fn parts_stand_where_the_template_names_them() {
        let view = encoded("</script>").unwrap();
        let text = page(&parts("<{{view}}|{{loader}}|{{style}}|{{wasm}}|{{samples}}>")).unwrap();
        let samples = r#"[["\u003cb>","\u003c/script>{{style}}"]]"#;
        assert_eq!(text, format!("<{view}|load()|p{{}}|AGFzbQ==|{samples}>"));
    }

    #[test]
    fn end_tags_and_unknown_names_are_refused() {
        let bad = Parts { loader: "'</SCRIPT>'".into(), ..parts("{{loader}}") };
        assert!(page(&bad).is_err() && page(&parts("{{nothing}}")).is_err());
    }
}
