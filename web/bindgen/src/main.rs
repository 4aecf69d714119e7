//! Tools for the build of the engine:
//!
//! - `bindgen js FILE.wasm FOLDER` writes the JavaScript and the TypeScript declarations of a WebAssembly file;
//! - `bindgen pack FILE PACKED` compresses a file as XZ.

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

use lzma_rust2::{CheckType, XzOptions, XzWriter};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["js", input, folder] => js(input, folder),
        ["pack", input, packed] => pack(input, packed),
        _ => Err("usage: bindgen js FILE.wasm FOLDER, or bindgen pack FILE PACKED".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}: {error}", arguments.join(" "));
            ExitCode::FAILURE
        }
    }
}

fn js(input: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    Ok(bindgen.input_path(input).web(true)?.typescript(true).omit_default_module_path(true).generate(folder)?)
}

fn pack(input: &str, packed: &str) -> Result<(), Box<dyn Error>> {
    let mut options = XzOptions::with_preset(9);
    // The only check sum that the page's unpacker checks.
    options.set_check_sum_type(CheckType::Crc32);
    // WebAssembly is bytes, not words of two or four.
    options.lzma_options.lc = 4;
    options.lzma_options.pb = 0;
    options.lzma_options.nice_len = 273;
    let mut writer = XzWriter::new(Vec::new(), options)?;
    writer.write_all(&std::fs::read(input)?)?;
    Ok(std::fs::write(packed, writer.finish()?)?)
}
