// What a tap causes is seen: it is scrolled into view, above the bars at the lower edge.

/** An action for a part that appears after a tap elsewhere: all of it, or only the first thing in it. */
export function seen(node: Element, part: 'all' | 'first' = 'all'): void {
  requestAnimationFrame(() => (part === 'first' ? (node.firstElementChild ?? node) : node).scrollIntoView({ block: 'nearest' }));
}

/** A listener for clicks: the content of a section that is opened is shown. */
export function seeOpened({ target }: MouseEvent): void {
  const section = target instanceof Element ? target.closest('summary')?.parentElement : undefined;
  if (section instanceof HTMLDetailsElement && !section.open) {
    section.addEventListener('toggle', () => seen(section), { once: true });
  }
}

/** An action for the whole page: every error is shown as it appears, or changes. */
export function seeErrors(node: HTMLElement): { destroy: () => void } {
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const added = [...addedNodes].filter((part) => part instanceof Element).map((part) => (part.matches('[role=alert]') ? part : part.querySelector('[role=alert]')));
      const changed = (target instanceof Element ? target : target.parentElement)?.closest('[role=alert]');
      const error = [...added, changed].find((found) => found);
      if (error) {
        seen(error);
      }
    }
  });
  observer.observe(node, { childList: true, subtree: true, characterData: true });
  return { destroy: () => observer.disconnect() };
}
