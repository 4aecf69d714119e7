// What a screen reader says of what has happened, once each.

class Announcer {
  said = $state('');
  #last = '';

  /** The same words twice are two events: an invisible letter makes them differ. */
  say(text: string): void {
    this.#last = text === this.#last ? `${text}\u00a0` : text;
    this.said = this.#last;
  }
}

export const announcer = new Announcer();
