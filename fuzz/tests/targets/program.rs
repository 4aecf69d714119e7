//! `yahtzee advise --stdin` and `yahtzee mcp` as processes: one line for each question, one for each answer.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde::de::IgnoredAny;
use serde_json::{Value, json};

/// A program that is silent for this long counts as hanging.
const HANG: Duration = Duration::from_secs(60);

/// The program, run as a service.
pub(crate) struct Program {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

impl Program {
    pub(crate) fn start() -> Program {
        Program::greeted(&["advise", "--stdin"], "{}")
    }

    /// The server for assistants.
    pub(crate) fn server() -> Program {
        let client = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "fuzz", "version": "1"}});
        let mut program =
            Program::greeted(&["mcp"], &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": client}).to_string());
        program.questions.write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n").unwrap();
        program
    }

    /// Starts the program, says something, and waits for the answer.
    fn greeted(arguments: &[&str], hello: &str) -> Program {
        let path = std::env::var_os("YAHTZEE").expect("YAHTZEE names the program");
        let mut child = Command::new(path).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
        let (sender, answers) = mpsc::channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut program = Program { questions: child.stdin.take().unwrap(), child, answers };
        // The first answer waits until the table is solved.
        writeln!(program.questions, "{hello}").unwrap();
        program.answers.recv_timeout(HANG).expect("an answer");
        program
    }

    /// Calls a tool of the server.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) {
        let line = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}).to_string();
        writeln!(self.questions, "{line}").unwrap();
        let answer = self.answers.recv_timeout(HANG).unwrap_or_else(|error| panic!("{error}: {line}"));
        let answer: Value = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        assert!(answer["id"] == 1 && (answer["result"].is_object() || answer["error"].is_object()), "{line}: {answer}");
    }

    pub(crate) fn ask(&mut self, line: &[u8]) {
        self.questions.write_all(&[line, b"\n"].concat()).unwrap();
        let answer = self.answers.recv_timeout(HANG).unwrap_or_else(|error| panic!("{error}: {}", line.escape_ascii()));
        // An id comes back unchanged, even a number too large for any type.
        let fields: HashMap<&str, IgnoredAny> = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        let has = |field: &str| fields.contains_key(field);
        assert!(has("options") != (has("error") && has("line")), "{answer}");
    }

    pub(crate) fn finish(mut self) {
        if let Ok(status) = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())) {
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok());
            // Memory for the tables of all rule sets, which a question may name, and for the work.
            assert!(peak.is_none_or(|kilobytes| kilobytes < 500_000), "{status}");
        }
        drop(self.questions);
        assert!(self.answers.recv_timeout(HANG).is_err(), "an answer without a question");
        assert!(self.child.wait().unwrap().success());
    }
}
