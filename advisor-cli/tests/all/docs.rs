//! The commands in the documents print the output shown below them.

use crate::common::run;

/// The part of an output that is the same on every machine: without the time, the threads and the folder.
fn steady(line: &str) -> &str {
    match line.split_once(" solved in ") {
        Some((states, _)) => states,
        None if line.starts_with("kept as ") => line.rsplit(['/', '\\']).next().unwrap(),
        None => line,
    }
}

#[test]
fn commands_print_what_the_documents_show() {
    let documents = [
        include_str!("../../../README.md"),
        include_str!("../../README.md"),
        include_str!("../../../docs/custom-rules.md"),
        include_str!("../../../docs/guide.md"),
        include_str!("../../../docs/questions.md"),
    ];
    let mut shown = 0;
    for example in documents.iter().flat_map(|document| document.split("\n    $ yahtzee ").skip(1)) {
        let mut lines = example.lines();
        let command = lines.next().unwrap();
        let wanted: Vec<&str> = lines.take_while(|line| line.is_empty() || line.starts_with("    ")).map(str::trim_end).collect();
        let wanted: Vec<&str> = wanted.iter().map(|line| steady(line.strip_prefix("    ").unwrap_or(line))).collect();
        let printed = run(shell_words::split(command).unwrap()).stdout;
        let printed: Vec<&str> = printed.lines().map(steady).collect();
        assert_eq!(wanted.join("\n").trim_end(), printed.join("\n"), "{command}");
        shown += 1;
    }
    assert!(shown >= 7, "the documents show fewer commands than are looked for: {shown}");
}

/// The examples of a text: the lines that begin with two spaces and `yahtzee`.
fn examples(help: &str) -> impl Iterator<Item = &str> {
    let part = help.split_once("Examples:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap());
    part.lines().map(str::trim).filter(|line| line.starts_with("yahtzee "))
}

/// Every example of a command's help works, as typed in a shell.
#[test]
#[cfg(unix)]
fn examples_of_the_help_work() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.txt"), include_str!("../games/hasbro.txt")).unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_yahtzee")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let reference = crate::common::text(["-h"]);
    let commands = reference.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    let mut paths: Vec<Vec<&str>> =
        names.into_iter().filter(|name| !["rules", "table", "man", "help"].contains(name)).map(|name| vec![name]).collect();
    paths.extend(["list", "show", "explain"].map(|name| vec!["rules", name]));
    paths.extend(["info", "export", "list", "prune"].map(|name| vec!["table", name]));
    for words in paths {
        let help = crate::common::text(words.iter().chain(&["--help"]));
        assert!(examples(&help).next().is_some(), "{words:?} has examples");
        for example in examples(&help) {
            assert!(example.starts_with(&format!("yahtzee {}", words.join(" "))), "{example}");
            // A game on the screen needs a terminal, and the chances to win in Yahtzee take seconds.
            let line = if words[0] == "play" { format!("{example} --plain --rules yacht") } else { example.to_owned() };
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &line]).current_dir(folder.path()).env("PATH", &path).env("YAHTZEE_TABLES", crate::common::shared_tables());
            shell
                .env_remove("YAHTZEE_HISTORY")
                .env("XDG_DATA_HOME", folder.path())
                .env("HOME", folder.path())
                .stdin(std::process::Stdio::null());
            let output = shell.output().unwrap();
            assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// The package has a separate copy, because it is built without the documents.
#[test]
fn the_example_of_the_python_package_is_that_of_the_documents() {
    assert!(include_str!("../../../docs/example-history.jsonl") == include_str!("../../../python/yahtzee/example-history.jsonl"));
}
