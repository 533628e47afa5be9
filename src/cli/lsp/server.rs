//! Handles the messages of an editor, which is the client. The loop in the parent module decides
//! when findings (what looks wrong in a script) are published.

use super::frame::{self, Incoming, refusal};
use super::text::Text;
use super::{findings, formatting, word};
use indexmap::IndexMap;
use lsp_server::{ErrorCode, Message, Notification, Request, Response, ResponseError};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Exit as ExitMessage,
    LogMessage, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    Completion, Formatting, HoverRequest, Initialize, Request as _, Shutdown,
};
use lsp_types::{
    CompletionOptions, CompletionParams, Diagnostic, DidChangeTextDocumentParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentFormattingParams, HoverParams,
    HoverProviderCapability, InitializeResult, LogMessageParams, MessageType, OneOf,
    PositionEncodingKind, PublishDiagnosticsParams, ServerCapabilities, ServerInfo,
    TextDocumentItem, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io::{self, Write};
use std::ops::ControlFlow;

pub(super) struct Server<'o> {
    stage: Stage,
    documents: IndexMap<String, Document>,
    out: &'o mut dyn Write,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The client has not yet sent `initialize`.
    Fresh,
    Running,
    ShutDown,
}

#[derive(Debug)]
struct Document {
    uri: Uri,
    version: i32,
    text: Text,
    /// Whether the findings of this version were published.
    is_checked: bool,
}

type Answer = Result<Value, ResponseError>;

impl<'o> Server<'o> {
    pub(super) fn new(out: &'o mut dyn Write) -> Self {
        Self { stage: Stage::Fresh, documents: IndexMap::new(), out }
    }

    pub(super) fn was_shut_down(&self) -> bool {
        self.stage == Stage::ShutDown
    }

    /// Handles a message. Returns `Break` if the message ends the server.
    pub(super) fn handle(&mut self, incoming: Incoming) -> io::Result<ControlFlow<()>> {
        match incoming {
            Incoming::Unreadable(refusal) => frame::write_refusal(&refusal, self.out)?,
            Incoming::Message(Message::Request(Request { id, method, params })) => {
                let response_result = self.answer(&method, params);
                frame::write(Response { id, response_result }, self.out)?;
            }
            Incoming::Message(Message::Notification(it)) if it.method == ExitMessage::METHOD => {
                return Ok(ControlFlow::Break(()));
            }
            Incoming::Message(Message::Notification(it)) => self.handle_notification(it)?,
            // The server sends no requests, so a response has no meaning.
            Incoming::Message(Message::Response(_)) => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn answer(&mut self, method: &str, params: Value) -> Answer {
        match (self.stage, method) {
            (Stage::Fresh, Initialize::METHOD) => {
                self.stage = Stage::Running;
                value(&capabilities())
            }
            (Stage::Fresh, _) => {
                Err(refusal(ErrorCode::ServerNotInitialized, "`initialize` comes first"))
            }
            (Stage::ShutDown, _) | (Stage::Running, Initialize::METHOD) => {
                Err(refusal(ErrorCode::InvalidRequest, format!("too late for `{method}`")))
            }
            (Stage::Running, Shutdown::METHOD) => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::Running, _) => self.answer_about_text(method, params),
        }
    }

    fn answer_about_text(&self, method: &str, params: Value) -> Answer {
        match method {
            Completion::METHOD => {
                let place = read::<CompletionParams>(params)?.text_document_position;
                let text = self.text(&place.text_document.uri)?;
                value(&word::completion(text, place.position))
            }
            HoverRequest::METHOD => {
                let place = read::<HoverParams>(params)?.text_document_position_params;
                value(&word::hover(self.text(&place.text_document.uri)?, place.position))
            }
            Formatting::METHOD => {
                let uri = read::<DocumentFormattingParams>(params)?.text_document.uri;
                value(&formatting::formatting(self.text(&uri)?))
            }
            _ => Err(refusal(ErrorCode::MethodNotFound, format!("no method `{method}`"))),
        }
    }

    fn text(&self, uri: &Uri) -> Result<&Text, ResponseError> {
        let document = self.documents.get(uri.as_str()).ok_or_else(|| not_open(uri))?;
        Ok(&document.text)
    }

    /// Handles a notification. The protocol allows no answer, so an error goes to the client's log.
    fn handle_notification(&mut self, it: Notification) -> io::Result<()> {
        let Notification { method, params } = it;
        if self.stage != Stage::Running {
            return Ok(());
        }
        let handled = match &*method {
            DidOpenTextDocument::METHOD => read(params).map(|params| self.open(params)),
            DidChangeTextDocument::METHOD => read(params).and_then(|params| self.change(params)),
            DidCloseTextDocument::METHOD => match read(params) {
                Ok(params) => return self.close(params),
                Err(refusal) => Err(refusal),
            },
            _ => Ok(()),
        };
        let Err(ResponseError { message, .. }) = handled else { return Ok(()) };
        let message = format!("{method}: {message}");
        self.notify::<LogMessage>(LogMessageParams { typ: MessageType::ERROR, message })
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let TextDocumentItem { uri, version, text, .. } = params.text_document;
        let document =
            Document { text: Text::new(text), version, is_checked: false, uri: uri.clone() };
        self.documents.insert(uri.as_str().to_owned(), document);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) -> Result<(), ResponseError> {
        let uri = params.text_document.uri;
        let document = self.documents.get_mut(uri.as_str()).ok_or_else(|| not_open(&uri))?;
        document.version = params.text_document.version;
        document.is_checked = false;
        for change in params.content_changes {
            document.text.replace(change.range, &change.text);
        }
        Ok(())
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) -> io::Result<()> {
        let uri = params.text_document.uri;
        match self.documents.swap_remove(uri.as_str()) {
            Some(_) => self.publish(uri, None, Vec::new()),
            None => Ok(()),
        }
    }

    /// Checks the documents that have changed, and publishes the findings. Stops when `has_news`
    /// reports a new message.
    pub(super) fn check(&mut self, mut has_news: impl FnMut() -> bool) -> io::Result<()> {
        for at in 0..self.documents.len() {
            let document = &mut self.documents[at];
            if document.is_checked {
                continue;
            }
            let Some(found) = findings::findings(&document.text, &mut has_news) else {
                return Ok(());
            };
            document.is_checked = true;
            let (uri, version) = (document.uri.clone(), document.version);
            self.publish(uri, Some(version), found)?;
        }
        Ok(())
    }

    fn publish(
        &mut self,
        uri: Uri,
        version: Option<i32>,
        diagnostics: Vec<Diagnostic>,
    ) -> io::Result<()> {
        self.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version })
    }

    fn notify<N: lsp_types::notification::Notification>(
        &mut self,
        params: N::Params,
    ) -> io::Result<()> {
        let params = serde_json::to_value(params)?;
        frame::write(Notification { method: N::METHOD.to_owned(), params }, self.out)
    }
}

fn not_open(uri: &Uri) -> ResponseError {
    refusal(ErrorCode::InvalidParams, format!("`{}` is not open", uri.as_str()))
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    serde_json::from_value(params)
        .map_err(|error| refusal(ErrorCode::InvalidParams, error.to_string()))
}

fn value(answer: &impl Serialize) -> Answer {
    serde_json::to_value(answer)
        .map_err(|error| refusal(ErrorCode::InternalError, error.to_string()))
}

fn capabilities() -> InitializeResult {
    let sync = TextDocumentSyncCapability::Options(lsp_types::TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        ..Default::default()
    });
    let completion = CompletionOptions {
        trigger_characters: Some(vec!["[".to_owned()]),
        ..CompletionOptions::default()
    };
    let capabilities = ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(sync),
        completion_provider: Some(completion),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    };
    let server_info = ServerInfo {
        name: "broadside".to_owned(),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    };
    InitializeResult { capabilities, server_info: Some(server_info) }
}
