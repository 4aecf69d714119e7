//! A player that is another program. It reads questions on its stdin and answers on its stdout, one line of JSON each.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use yahtzee_dialogue::ask::chosen;
use yahtzee_solver::{Action, Player, Position, WrittenAction};

use crate::system::interrupt::{OnInterrupt, stay_if_ending};

/// The longest accepted answer, in bytes.
const ANSWER_LIMIT: usize = 1 << 16;
/// The number of characters of an answer in an error.
const SHOWN: usize = 200;
/// The time in which an interrupt of both programs is caught here.
const TO_CATCH: Duration = Duration::from_millis(100);
/// The time for a program to end after its stdin or its stdout is closed.
const TO_END: Duration = Duration::from_millis(500);

/// The answer of a bot. It may have further fields, so that an option of `advise --json` is a valid answer.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", expecting = "an object with a kind")]
enum BotReply {
    Hold {
        hold: Vec<u8>,
    },
    Score {
        category: String,
        /// 0 writes a voluntary zero. Any other number must be the score of the roll.
        points: Option<u32>,
    },
}

/// The error of a bot, and its question.
#[derive(Debug)]
pub(crate) struct BotError {
    command: String,
    what: String,
    question: Option<String>,
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the bot '{}' {}", self.command, self.what)?;
        match &self.question {
            Some(question) => write!(f, "; it was asked {question}"),
            None => Ok(()),
        }
    }
}

/// A line of the bot's stdout, or why there is none.
enum Said {
    Line(Vec<u8>),
    TooMuch,
    Nothing,
}

/// A running bot. It is ended when this is dropped, or by an interrupt.
pub(crate) struct Bot {
    command: String,
    timeout: Duration,
    child: Arc<Mutex<Child>>,
    /// Questions on their way to its stdin. Another thread writes them, because a program that does not read would block the writer. `None` once it
    /// is closed.
    asks: Option<SyncSender<String>>,
    said: Receiver<Said>,
    _on_interrupt: OnInterrupt,
}

impl Bot {
    /// Starts a program with its arguments, quoted as in a shell. Its stderr is passed through.
    pub(crate) fn start(command: &str, timeout: Duration) -> Result<Bot, BotError> {
        let error = |what: String| BotError { command: command.to_owned(), what, question: None };
        let words = shell_words::split(command).map_err(|_| error("has a quote that is not closed".to_owned()))?;
        let Some((program, arguments)) = words.split_first() else {
            return Err(error("is not a command: name a program".to_owned()));
        };
        let started = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|why| error(format!("cannot be started: {why}")))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(error("has no stdin or stdout".to_owned()));
        };
        let (send, said) = sync_channel(1);
        let thread = || std::thread::Builder::new();
        let not_started = |why| error(format!("cannot be listened to: {why}"));
        thread().spawn(move || listen(stdout, &send)).map_err(not_started)?;
        let (asks, questions) = sync_channel(1);
        thread().spawn(move || pass_on(stdin, &questions)).map_err(not_started)?;
        let child = Arc::new(Mutex::new(child));
        let to_kill = Arc::clone(&child);
        let on_interrupt = OnInterrupt::new(move || end(&to_kill));
        Ok(Bot { command: command.to_owned(), timeout, child, asks: Some(asks), said, _on_interrupt: on_interrupt })
    }

    /// Asks a question. Returns the answer's line.
    fn ask(&mut self, question: &str) -> Result<Vec<u8>, String> {
        match self.said.try_recv() {
            Err(TryRecvError::Empty) => {}
            Ok(Said::Line(line)) => return Err(format!("said {} before it was asked", shown(&line))),
            Ok(Said::TooMuch) => return Err(too_much()),
            Ok(Said::Nothing) | Err(TryRecvError::Disconnected) => return Err(self.ended()),
        }
        match self.asks.as_ref().map(|asks| asks.try_send(format!("{question}\n"))) {
            Some(Ok(())) => {}
            // The question before the last is not yet read, but was answered.
            Some(Err(TrySendError::Full(_))) => return Err("answers without reading what it is asked".to_owned()),
            Some(Err(TrySendError::Disconnected(_))) | None => return Err(self.ended()),
        }
        match self.said.recv_timeout(self.timeout) {
            Ok(Said::Line(line)) => Ok(line),
            Ok(Said::TooMuch) => Err(too_much()),
            Ok(Said::Nothing) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(format!("did not answer within {} s", self.timeout.as_secs_f64())),
        }
    }

    /// The error text for a program that has stopped writing: how it ended.
    fn ended(&self) -> String {
        let status = self.wait();
        // A Ctrl-C reaches the bot too, and maybe first.
        std::thread::sleep(TO_CATCH);
        stay_if_ending();
        match status {
            Some(status) => format!("ended without an answer ({status})"),
            None => "closed its stdout without an answer".to_owned(),
        }
    }

    /// Waits a short time for the program to end by itself. Returns its exit status, if it did.
    fn wait(&self) -> Option<ExitStatus> {
        let since = Instant::now();
        while since.elapsed() < TO_END {
            match self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait() {
                Ok(None) => {}
                ended => return ended.ok().flatten(),
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        None
    }
}

impl Player for Bot {
    type Error = BotError;

    fn choose(&mut self, position: &Position) -> Result<Action, BotError> {
        let asked = serde_json::to_string(position).expect("a question has nothing that JSON cannot say");
        let answer = self.ask(&asked);
        let error = |what| BotError { command: self.command.clone(), what, question: Some(asked) };
        let line = match answer {
            Ok(line) => line,
            Err(what) => return Err(error(what)),
        };
        understand(&line, position).map_err(|why| error(format!("answered {}: {why}", shown(&line))))
    }
}

impl Drop for Bot {
    /// Closes the program's stdin, and gives it a moment to end by itself.
    fn drop(&mut self) {
        self.asks = None;
        self.wait();
        end(&self.child);
    }
}

/// Ends a program, and waits until it has ended.
fn end(child: &Mutex<Child>) {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    // Both fail only if the program has ended already.
    let _ = child.kill();
    let _ = child.wait();
}

fn too_much() -> String {
    format!("answered with a line of more than {ANSWER_LIMIT} bytes")
}

/// Passes questions on to a program, until there are no more or it refuses them.
fn pass_on(mut stdin: ChildStdin, questions: &Receiver<String>) {
    while let Ok(question) = questions.recv() {
        if stdin.write_all(question.as_bytes()).is_err() {
            return;
        }
    }
}

/// Passes on the output of a program, line by line, until the receiver is dropped.
fn listen(stdout: ChildStdout, send: &SyncSender<Said>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let said = match (&mut stdout).take(ANSWER_LIMIT as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Said::Nothing,
            Ok(_) if line.len() > ANSWER_LIMIT => Said::TooMuch,
            Ok(_) => Said::Line(line),
        };
        let is_last = !matches!(said, Said::Line(_));
        if send.send(said).is_err() || is_last {
            return;
        }
    }
}

/// The action of a reply, or its error.
fn understand(line: &[u8], position: &Position) -> Result<Action, String> {
    let rules = position.rules();
    let open = rules.categories().find(|category| position.card().is_open(*category)).map_or("", |open| &rules.category(open).name);
    let wanted = format!(r#"answer {{"kind": "hold", "hold": [3, 3]}} or {{"kind": "score", "category": "{open}"}}"#);
    let reply: BotReply = serde_json::from_slice(line).map_err(|error| format!("{error}; {wanted}"))?;
    let written = match reply {
        BotReply::Hold { hold } => WrittenAction::Hold(rules.die().dice(hold).map_err(|error| error.to_string())?),
        BotReply::Score { category, points } => WrittenAction::Score {
            category: rules.category_exact(&category).map_err(|error| error.to_string())?,
            points: points.map(u64::from),
        },
    };
    chosen::action(&written, position)
}

/// The beginning of a program's output, on one line.
fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect::<String>().replace("\\\"", "\"");
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("'{shown}'")
}
