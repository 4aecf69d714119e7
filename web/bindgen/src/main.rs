//! `bindgen FILE.wasm FOLDER` writes the JavaScript around the engine, and its TypeScript declarations.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [_, input, folder] = &std::env::args().collect::<Vec<_>>()[..] else { return Err("usage: bindgen FILE.wasm FOLDER".into()) };
    Ok(Bindgen::new().input_path(input).out_name("yahtzee_web_engine").web(true)?.typescript(true).omit_default_module_path(true).generate(folder)?)
}
