// An engine from a file, compiled while it streams.
import { page } from '../lib/words.svelte';

export async function fetched(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(page.w.engineNotLoaded(response.status));
  }
  // Not every host knows the type of the file.
  const streams = response.headers.get('Content-Type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
