//! The tests of the whole program, in one test binary, so that it is linked once and the tests share their tables.

mod columns;
mod common;

mod bad_input;
mod batch;
mod docs;
mod duel;
mod evaluate;
mod export;
mod family;
mod front_ends;
mod golden;
#[cfg(unix)]
mod hostile;
mod json;
mod json_documented;
mod languages;
mod limits;
#[cfg(unix)]
mod narrow;
mod objectives;
mod odds;
#[cfg(unix)]
mod play;
#[cfg(unix)]
mod play_files;
#[cfg(unix)]
mod play_locked;
#[cfg(target_os = "linux")]
mod play_stopped;
#[cfg(unix)]
mod play_terminal;
mod process;
mod progress;
mod quiz;
mod references;
mod review;
mod review_screen;
mod simulate;
mod stats;
mod tables_folder;
mod targets;
mod text;
mod why_goal;
mod zeros;
