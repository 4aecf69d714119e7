//! The progress of long work, for the page.

use std::ops::ControlFlow;

use wasm_bindgen::prelude::wasm_bindgen;
use yahtzee_dialogue::Effort;
use yahtzee_solver::Run;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = engineProgress)]
    fn engine_progress(done: f64, all: f64);
}

/// Work that reports its progress to the worker, and is never stopped. Outside a browser it reports nothing.
pub(crate) fn reporting() -> Effort<'static> {
    let run = Run::new().progress(&|done, all| {
        if cfg!(target_arch = "wasm32") {
            engine_progress(done as f64, all as f64);
        }
        ControlFlow::Continue(())
    });
    Effort { run, before: None }
}
