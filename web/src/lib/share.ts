// Links and results for friends.
import { page } from './words.svelte';

/** Copies a link, and says so. Where the browser does not copy, it says the link itself. */
export async function copyLink(href: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(href);
    return page.w.linkCopied;
  } catch {
    return href;
  }
}

/** Copies a text, and says so. Where the browser does not copy, it is on the screen. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return page.w.resultCopied;
  } catch {
    return '';
  }
}
