//! The commands in the documents print what the documents show below them.

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
    let documents =
        [include_str!("../../../README.md"), include_str!("../../../docs/custom-rules.md"), include_str!("../../../docs/objectives.md")];
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
