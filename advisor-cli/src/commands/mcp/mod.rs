//! `yahtzee mcp`: a server for assistants, by the Model Context Protocol over stdin and stdout, so that they give exact advice instead of guesses.

mod tools;

use std::sync::Arc;

use rmcp::ServiceExt;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError};

use self::tools::{TOOLS, Tools};
use crate::context::Context;
use crate::terminal::failure::Failure;

/// The instructions for an assistant.
const INSTRUCTIONS: &str = "Exact values for Yahtzee, Kniffel, Yatzy and other games of the family. Ask 'advise' for every position instead of \
estimating: it returns each option with its expected final score and what it loses, best first. Values are exact unless said to be approximate.";

pub(super) fn run(context: &Context) -> Result<(), Failure> {
    // Report invalid rules now, not with each question.
    context.any_rules(None)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(Failure::failed)?;
    let served = runtime.block_on(async {
        match Server(Arc::new(Tools::new(context.clone()))).serve(rmcp::transport::stdio()).await {
            Ok(running) => running.waiting().await.map(drop).map_err(Failure::failed),
            // The client has left.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(Failure::failed(error)),
        }
    });
    // A thread may still wait for stdin.
    runtime.shutdown_background();
    served
}

#[derive(Clone)]
struct Server(Arc<Tools>);

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("yahtzee", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(&self, _: Option<PaginatedRequestParams>, _: RequestContext<RoleServer>) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(tools::Tool::described).collect()))
    }

    /// Answers on a separate thread, because solving takes time and the client may ask for other things meanwhile. An error in a question is part of
    /// the answer, so that the assistant reads it.
    async fn call_tool(&self, request: CallToolRequestParams, _: RequestContext<RoleServer>) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|tool| tool.name == request.name) else {
            return Err(ErrorData::invalid_params(format!("no tool '{}'", request.name), None));
        };
        let tools = Arc::clone(&self.0);
        let answered = tokio::task::spawn_blocking(move || tool.call(&tools, &request.arguments.unwrap_or_default())).await;
        let result = match answered.map_err(|error| ErrorData::internal_error(error.to_string(), None))? {
            Ok(answer) => CallToolResult::structured(answer),
            Err(failure) => CallToolResult::error(vec![ContentBlock::text(failure.message().unwrap_or_default())]),
        };
        Ok(result.into())
    }
}
