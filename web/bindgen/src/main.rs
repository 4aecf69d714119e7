//! Writes the JavaScript and the TypeScript declarations of a WebAssembly file: `bindgen FILE.wasm FOLDER`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder] = &arguments[..] else {
        eprintln!("usage: bindgen FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let written = bindgen.input_path(input).web(true).and_then(|bindgen| bindgen.typescript(true).omit_default_module_path(true).generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {input}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
