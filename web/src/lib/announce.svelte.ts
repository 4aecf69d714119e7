// What a screen reader says: each event once, and none in place of another.

/** The subject of an event. Of events at the same moment, the first kind is said first. */
const KINDS = ['page', 'dice', 'remark', 'computers', 'result'] as const;
type Kind = (typeof KINDS)[number];

/** The moments shown in the page. A reader says what is added, so older ones can go. */
const SHOWN = 4;

class Announcer {
  said = $state.raw<{ number: number; text: string }[]>([]);
  #count = 0;
  #waiting: { kind: Kind; text: string }[] = [];

  say(text: string, kind: Kind = 'page'): void {
    this.#waiting.push({ kind, text });
    if (this.#waiting.length === 1) {
      setTimeout(() => {
        const rank = ({ kind }: { kind: Kind }): number => KINDS.indexOf(kind);
        const now = this.#waiting.splice(0).sort((a, b) => rank(a) - rank(b));
        // One element, because browsers may report several in any order.
        const text = now.map(({ text }) => text).join(' ');
        this.said = [...this.said, { number: (this.#count += 1), text }].slice(-SHOWN);
      });
    }
  }
}

export const announcer = new Announcer();
