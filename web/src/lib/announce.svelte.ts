// Announcements for screen readers: each event is announced once.

class Announcer {
  said = $state('');
  #last = '';
  #waiting: string[] = [];

  /** Events at the same moment are one announcement. Repeated words are two events: an invisible letter makes them differ. */
  say(text: string): void {
    this.#waiting.push(text);
    if (this.#waiting.length === 1) {
      setTimeout(() => {
        const said = this.#waiting.splice(0).join(' ');
        this.#last = said === this.#last ? `${said}\u00a0` : said;
        this.said = this.#last;
      });
    }
  }
}

export const announcer = new Announcer();
