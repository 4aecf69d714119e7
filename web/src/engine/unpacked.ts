// The engine as it is sent is compressed.
import { XzReadableStream } from 'xz-decompress';

/** Unpacks and compiles an engine while it is read. */
export const unpacked = (packed: ReadableStream<Uint8Array>): Promise<WebAssembly.Module> =>
  WebAssembly.compileStreaming(new Response(new XzReadableStream(packed), { headers: { 'Content-Type': 'application/wasm' } }));
