import { message } from './moves';

/** The answer to a question that changes. The last one stays until the next one is here; an answer to an earlier question is dropped. */
export class Latest<Answer> {
  answer = $state.raw<Answer | null>(null);
  /** Why there is none. */
  wrong = $state('');
  #times = $state(0);

  /** Asks whenever something has changed that `question` reads. It asks nothing with null. */
  constructor(question: () => Promise<Answer> | null) {
    let asked = 0;
    $effect(() => {
      void this.#times;
      const number = ++asked;
      const show = (answer: Answer | null, wrong = ''): void => {
        if (number === asked) {
          [this.answer, this.wrong] = [answer, wrong];
        }
      };
      const found = question();
      if (found) {
        found.then(show, (error) => show(null, message(error)));
      } else {
        show(null);
      }
    });
  }

  /** Asks the same again. */
  again(): void {
    this.#times += 1;
  }
}
