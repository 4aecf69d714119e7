// Announcements for screen readers: each event is announced once.

class Announcer {
  said = $state('');
  #last = '';

  /** Repeated words are two events: an invisible letter makes them differ. */
  say(text: string): void {
    this.#last = text === this.#last ? `${text}\u00a0` : text;
    this.said = this.#last;
  }
}

export const announcer = new Announcer();
