// What a tap causes is seen: it is scrolled into view, above the bars at the lower edge.

const show = (node: Element): void => node.scrollIntoView({ block: 'nearest' });

/** An action for a part that appears after a tap elsewhere. */
export function seen(node: HTMLElement): void {
  requestAnimationFrame(() => show(node));
}

/** A listener for clicks: the content of a section that is opened is shown. */
export function seeOpened({ target }: MouseEvent): void {
  const section = target instanceof Element ? target.closest('summary')?.parentElement : undefined;
  if (section instanceof HTMLDetailsElement && !section.open) {
    section.addEventListener('toggle', () => seen(section), { once: true });
  }
}
