//! The progress of long work, for the page.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = engineProgress)]
    fn engine_progress(done: f64, all: f64);
}

/// Tells the worker how much is done. Outside a browser nobody listens.
pub(crate) fn report(done: u64, all: u64) {
    if cfg!(target_arch = "wasm32") {
        engine_progress(done as f64, all as f64);
    }
}
