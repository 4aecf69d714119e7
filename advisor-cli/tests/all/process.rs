//! The program as a process: closed pipes, full disks, interrupts, colours.

use std::process::Stdio;

use crate::common::{Ran, process_in, run, shared_tables, text, wait_until};

/// Commands that print something, as text.
const PRINTING: [&[&str]; 10] = [
    &["advise", "13356", "--all"],
    &["value"],
    &["solve"],
    &["rules", "list"],
    &["rules", "show"],
    &["table", "info"],
    &["quiz"],
    &["completions", "bash"],
    &["man"],
    &["--help"],
];

/// Commands that print no JSON.
const WITHOUT_JSON: [&str; 4] = ["completions", "man", "help", "play"];

#[test]
fn commands_without_json_refuse_it() {
    for command in WITHOUT_JSON {
        let args = if command == "completions" { vec![command, "bash"] } else { vec![command] };
        let error = run(args.iter().chain(&["--json"])).error(2);
        assert!(error.starts_with("this command has no JSON: leave out --json"), "{command}: {error}");
        for help in ["-h", "--help"] {
            let help = text([command, help]);
            assert!(!help.contains("--json") && help.contains("--rules"), "{help}");
        }
    }
    run(["--json"]).error(2);
}

/// A process with the settings of [`yahtzee`], with any stdout.
fn process(args: &[&str]) -> std::process::Command {
    text(["value"]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_yahtzee"));
    command.args(args).env("YAHTZEE_TABLES", shared_tables()).stdin(Stdio::null());
    command
}

#[test]
fn a_closed_pipe_is_no_error() {
    for args in PRINTING {
        for json in [&[][..], &["--json"]] {
            if !json.is_empty() && WITHOUT_JSON.contains(&args[0]) {
                continue;
            }
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let output = process(&[args, json].concat()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap().wait_with_output();
            let ran = Ran::from(output.unwrap());
            assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{args:?} {json:?}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for args in PRINTING.iter().chain(&[&["-h"][..], &["advise", "--help"], &["--version"], &["help"]]) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = process(args).stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output();
        let message = Ran::from(output.unwrap()).error(1);
        assert!(message.starts_with("cannot write the output: "), "{args:?}: {message}");
    }
}

/// Rules with so many states that solving takes seconds.
#[cfg(target_os = "linux")]
fn large_rules() -> String {
    let mut rules = text(["rules", "show", "hasbro"]).replacen("\"hasbro\"", "\"large\"", 1);
    let further = rules.find("# A further Yahtzee").expect("the rules of further ones come last");
    let more: String = (1..=5).map(|n| format!("[[lower]]\nname = \"more-{n}\"\ngroups = [2]\npoints = \"all-dice\"\n\n")).collect();
    rules.insert_str(further, &more);
    rules
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_ends_a_solve_and_leaves_no_file() {
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("large.toml");
    std::fs::write(&rules, large_rules()).unwrap();
    let tables = folder.path().join("tables");
    std::fs::create_dir(&tables).unwrap();
    let mut child = process(&["solve", "--rules"])
        .arg(&rules)
        .arg("--tables")
        .arg(&tables)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();

    let catches_interrupts = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
        u64::from_str_radix(&caught, 16).unwrap() & 2 != 0
    };
    // Delays in hundredths of a second.
    let time_used = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        let mut fields = stat.rsplit_once(')').unwrap().1.split_whitespace();
        fields.nth(11).unwrap().parse::<u64>().unwrap()
    };
    wait_until("a handler of interrupts", || catches_interrupts().then_some(()));
    wait_until("the solving", || (time_used() >= 10).then_some(()));
    assert!(child.try_wait().unwrap().is_none(), "it solves still");
    let sent = Instant::now();
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ran = Ran::from(child.wait_with_output().unwrap());
    assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (Some(130), "", ""));
    assert!(sent.elapsed() < Duration::from_secs(5), "at once");
    assert_eq!(std::fs::read_dir(&tables).unwrap().count(), 0);
}

/// A closed window ends the program as Ctrl-C and `kill` do.
#[test]
#[cfg(unix)]
fn signals_leave_no_temporary_file() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_yahtzee"));
        command.env("YAHTZEE_TABLES", shared_tables()).args([
            "simulate",
            "--rules",
            "yacht",
            "--player",
            "greedy",
            "-n",
            "1000000000",
            "--log",
        ]);
        let mut child = command.arg(folder.path().join("log.jsonl")).stdout(Stdio::null()).spawn().unwrap();
        let files = || std::fs::read_dir(folder.path()).unwrap().count();
        wait_until("the temporary file", || (files() > 0).then_some(()));
        assert!(std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!((child.wait().unwrap().code(), files()), (Some(status), 0), "{signal}");
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    let run = |args: &[&str], no_color: bool| {
        let mut command = process_in(shared_tables());
        if no_color {
            command.env("NO_COLOR", "1");
        }
        Ran::from(command.args(args).output().unwrap())
    };
    let escape = |text: &str| text.contains('\u{1b}');
    let advise = ["advise", "13356"];
    let with = |when: &'static str| [&advise[..], &["--color", when]].concat();

    let plain = run(&advise, false).ok();
    assert!(!escape(&plain), "stdout is no terminal");
    assert_eq!(run(&with("never"), false).ok(), plain);
    assert_eq!(run(&with("auto"), true).ok(), plain);
    let coloured = run(&with("always"), false).ok();
    assert!(escape(&coloured));
    assert_eq!(run(&with("always"), true).ok(), coloured, "the option counts more than the environment");
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain, "the same words");

    assert!(!escape(&run(&["advise", "7"], false).stderr));
    assert!(escape(&run(&["advise", "7", "--color", "always"], false).stderr));
    let json = run(&[&with("always")[..], &["--json"]].concat(), false).ok();
    assert!(!escape(&json), "JSON is for programs");
}

#[test]
fn help_and_version() {
    let version = text(["--version"]);
    assert_eq!(version, format!("yahtzee {}\n", env!("CARGO_PKG_VERSION")));
    for command in [&[][..], &["advise"], &["value"], &["quiz"], &["solve"], &["rules"], &["rules", "show"], &["table"], &["table", "info"]]
    {
        for help in ["-h", "--help"] {
            let help = text([command, &[help]].concat());
            for option in ["--rules", "--json", "--color", "--threads", "--tables"] {
                assert!(help.contains(option), "{command:?} has {option}");
            }
        }
    }
}

/// A newcomer sees first commands to try, and every command, on one screen.
#[test]
fn help_is_one_screen() {
    let help = text(["help"]);
    assert_eq!(text::<&str>([]), help);
    assert!(help.lines().count() < 24 && help.lines().all(|line| line.chars().count() <= 80), "{help}");
    let (first, commands) = help.split_once("\nCommands\n").unwrap();
    let first: Vec<&str> = first.lines().skip(1).map(|line| line.trim_start().split("   ").next().unwrap()).collect();
    assert_eq!(first[0], "yahtzee advise 13356");
    assert!(text(shell_words::split(first[0]).unwrap().into_iter().skip(1)).starts_with("Keep "));
    assert_eq!(text(["--help"]), help);
    let reference = text(["-h"]);
    let listed = reference.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    for name in listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help") {
        assert!(commands.lines().any(|line| line.split_whitespace().any(|word| word == name)), "{name}: {commands}");
        assert_eq!(text(["help", name]), text([name, "--help"]));
    }
    assert!(text(["help", "options"]).contains("cache\n"));
    assert_eq!(text(["help", "table", "export"]), text(["table", "export", "--help"]));
    assert!(run(["help", "advice"]).error(2).starts_with("no command 'advice': there are advise, "));
}

/// `-h` is short; `--help` begins with examples, and ends with the options of every command.
#[test]
fn help_begins_with_examples() {
    for command in [&["advise"][..], &["value"], &["play"], &["review"], &["quiz"], &["simulate"], &["stats"], &["table", "export"]] {
        let [short, long] = ["-h", "--help"].map(|help| text([command, &[help]].concat()));
        assert!(short.lines().count() <= 40 && short.lines().count() < long.lines().count(), "{short}");
        let at = |part: &str| long.find(part).unwrap_or_else(|| panic!("{part}: {long}"));
        assert!(at("\nExamples:\n") < at("\nUsage: ") && at("\nUsage: ") < at("\nOptions everywhere: --rules"), "{long}");
        assert!(!long.contains("cache\n"), "those are described once: {long}");
        assert!(!short.contains("Examples:") && short.contains("'--help' has examples"), "{short}");
    }
}

#[test]
fn completions_and_manual_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(["completions", shell]);
        for word in ["advise", "rerolls-left", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // Rule sets for --rules, categories for --goal; these shells know the values of options.
        for word in ["multi-round", "large-straight", "two-pairs", "knife-edge", "of-a-kind", "card-30", "estimate"] {
            assert!(script.contains(word) || ["elvish", "powershell"].contains(&shell), "{shell}: {word}");
        }
    }
    assert!(run(["completions"]).error(2).contains("<bash|elvish|fish|powershell|zsh>"));
    let page = text(["man"]);
    assert!(page.contains(".TH yahtzee 1"), "{}", &page[..300]);
    for word in ["advise", "value", "quiz", "solve", "rules", "list", "show", "table", "info", "completions", "man"] {
        assert!(page.contains(word), "{word}");
    }
    let mut options = page.split("\n.TP\n").filter(|part| part.starts_with("\\fB\\-"));
    assert!(options.clone().count() > 100);
    let without_text = options.find(|part| part.lines().nth(1).is_none_or(|text| text.trim().is_empty()));
    assert_eq!(without_text, None, "every option is explained");
}

/// Under any name, because replacing the file would lose the output.
#[cfg(unix)]
#[test]
fn a_file_to_write_must_not_be_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    for name in ["/dev/stdout", path.to_str().unwrap()] {
        let stdout = std::fs::File::create(&path).unwrap();
        let args = ["simulate", "-n", "1", "--player", "greedy", "--log", name];
        let output = process(&args).stdout(stdout).stderr(Stdio::piped()).spawn().unwrap().wait_with_output();
        let ran = Ran::from(output.unwrap());
        assert_eq!(ran.status, Some(1));
        assert!(ran.stderr.contains(name) && ran.stderr.contains("name another file"), "{}", ran.stderr);
    }
    // A pipe is not a file: it gets the games too.
    let args = ["simulate", "-n", "1", "--player", "greedy", "--log", "/dev/stdout"];
    let printed = process_in(shared_tables()).args(args).output().unwrap().stdout;
    assert!(printed.starts_with(b"# game 1: "), "{}", printed.escape_ascii());
}

#[test]
#[cfg(not(feature = "mcp"))]
fn without_its_feature_the_server_says_how_to_get_it() {
    assert!(run(["mcp"]).error(1).contains("--features mcp"));
}
