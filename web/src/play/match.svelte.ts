// A game at the table: the screen, and the player's actions. The engine has the game; this has only the visible state: the places of the dice, which
// are kept, and whether a throw has been shown yet.
import { ask, askFirst, engines, use } from '../engine/engines.svelte';
import { message } from '../parts/moves';
import type { NamedAction, PlayView, Tap } from '../engine/generated/yahtzee_web_engine';
import { alike, heldBy, written } from '../lib/dice';
import { type Content, type Game, get, inTurn, Overtaken, update } from '../lib/games';
import { prefs } from '../lib/prefs.svelte';
import { ofNoLanguage } from '../lib/rules';
import { tr } from '../lib/words.svelte';
import { type Frame, framesOf } from './frames';
import { after, allThrown, asText, type Die, keeping } from './lying';
import { who } from './names';
import { recordGame } from './record';

/** The time that the main button or a question must have been visible before a tap counts, in milliseconds, so that a double tap is one tap. */
const SEEN = 350;

/** How long the moments of a computer's turn are shown, in parts of their normal time. */
const PACES = { slow: 1.8, normal: 1, fast: 0.4, off: 0 };

/** The data of a game for the list of games. */
export const contentOf = (view: PlayView, title: string): Content => ({
  saved: view.saved,
  title,
  players: view.players.map(({ name, score, computer }) => ({ name, score, computer: computer !== null })),
  turn: view.turn,
  turns: view.turns,
  over: view.stage === 'over',
});

/** Opens a game with its rules. Other rules are set for the whole page; then the views are drawn again, and it returns undefined. */
export async function resumed(saved: string): Promise<PlayView | undefined> {
  const source = await askFirst('rulesOfGame', saved, engines.source);
  if (source !== ofNoLanguage(engines.source)) {
    await use(source);
    return undefined;
  }
  return ask('resume', saved);
}

/** The player, turn and round, as a key. */
const turnOf = ({ current, turn, round }: PlayView): string => `${current} ${turn} ${round}`;

export class Match {
  view = $state.raw() as PlayView;
  game = $state.raw() as Game;
  dice = $state.raw<Die[]>([]);
  /** The selected box. */
  box = $state<string | null>(null);
  /** The error of an impossible action, or of a failed save. */
  wrong = $state('');
  /** Whether another tab has deleted the game. */
  gone = $state(false);
  /** Counts the shown throws, so that each is heard once. */
  throws = $state(0);
  /** The moment of a computer's turn that is shown. */
  frame = $state.raw<Frame | null>(null);
  /** An event of the last move: an extra bonus, or all dice alike. */
  cheer = $state('');
  #frames: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The turn whose first throw was shown. The engine has virtual dice before the player throws them. */
  #thrown = $state('');
  /** The time when the main button changed its meaning by itself. */
  #changed = 0;

  constructor(game: Game, view: PlayView) {
    this.game = game;
    this.#thrown = game.thrown ?? '';
    this.#show(view);
    if (game.fresh) {
      // A computer may have begun.
      this.#watch(view);
    }
  }

  over = $derived(this.view.stage === 'over' && !this.frame);
  choosing = $derived(this.view.stage === 'to-choose');
  /** Whether the first throw of the turn is still hidden. */
  covered = $derived(
    !this.view.ownDice && this.choosing && this.view.rerollsLeft === this.view.card.most_rerolls && this.#thrown !== turnOf(this.view),
  );
  /** Whether the player throws all dice next. */
  toThrow = $derived(this.covered || this.view.waits);
  /** Whether the player has dice to decide about. */
  deciding = $derived(this.choosing && !this.covered && !this.view.waits && !this.view.asks);
  /** Whether the first dice of a turn were just shown: the coach's remark on the previous turn is then out of date. */
  begun = $derived(this.deciding && !this.view.ownDice && this.view.rerollsLeft === this.view.card.most_rerolls);
  canKeep = $derived(this.deciding && this.view.rerollsLeft > 0);
  free = $derived(this.dice.filter((die) => !die.kept).length);
  /** The points of each box with the visible dice. */
  would = $derived(this.choosing && !this.covered && !this.view.waits ? this.view.would : []);
  /** The action of the main button for the selected dice and boxes. */
  choice = $derived.by<NamedAction | undefined>(() => {
    if (!this.deciding) {
      return undefined;
    }
    if (this.box !== null) {
      return this.view.choices.find((choice) => choice.kind === 'score' && choice.category === this.box);
    }
    const wanted = asText(this.dice.filter((die) => die.kept));
    return this.view.choices.find((choice) => choice.kind === 'hold' && heldBy(choice).join() === wanted);
  });

  /** The computers' moves since the last person's turn, in words, until a person has thrown. */
  computers = $derived.by<string[]>(() => {
    const { players, stage, ownDice, dice, current, computers } = this.view;
    const shown = this.toThrow || stage === 'over' || (ownDice && (dice.length === 0 || players[current ?? 0]!.computer !== null));
    return (shown ? computers : []).map(({ player, steps }) => {
      const thrown = steps.map(({ dice }) => written(dice)).join(' → ');
      return `${who(players[player]!)}: ${thrown}: ${steps.at(-1)!.choice.words}`;
    });
  });

  /** The score of a player as far as it is shown: the turns that are still to be watched are not in it. */
  score(player: number): number {
    const coming = this.frame && [this.frame, ...this.#frames].find((frame) => frame.player === player);
    return coming ? coming.card.score : this.view.players[player]!.score;
  }

  /** Shows the next moment of the computers' turns, with an event of the person's move if there is one. After the last one the game goes on. */
  onward(event = ''): void {
    clearTimeout(this.#timer);
    this.frame = this.#frames.shift() ?? null;
    if (this.frame) {
      this.cheer = (this.frame.kind === 'throw' ? cheerOf(this.frame.dice) : bonusCheer(this.frame.bonus)) || event;
      this.#timer = setTimeout(() => this.onward(), this.frame.time * PACES[prefs.pace]);
    } else {
      this.cheer = '';
      this.#changed = performance.now();
    }
  }

  /** Leaves out the moments that are still to be shown. */
  skip(): void {
    this.#frames = [];
    this.onward();
  }

  #watch({ computers, ownDice }: PlayView): void {
    if (prefs.pace !== 'off' && !ownDice) {
      this.#frames = computers.flatMap(framesOf);
      this.onward(this.cheer);
    }
  }

  /** Executes a player's action in the visible state. A second tap on the same state is too late, and does nothing. */
  async act(tap: Tap): Promise<void> {
    if (typeof tap === 'object' && 'answer' in tap && performance.now() - this.#changed < SEEN) {
      // The question appeared where the last tap was.
      return;
    }
    this.wrong = '';
    const before = this.view;
    const bonus = this.choice?.kind === 'score' ? this.choice.bonus : 0;
    try {
      const next = await ask('play', tap, before.state);
      if (next) {
        this.#show(next, tap);
        // While the next player waits to throw, the view has the turn before.
        const scored = tap !== 'undo' && !before.waits && (turnOf(before) !== turnOf(next) || (next.stage === 'over' && before.stage !== 'over'));
        this.cheer = scored ? bonusCheer(bonus) : this.cheer;
        if (scored) {
          this.#watch(next);
        }
        this.#save();
      }
    } catch (error) {
      this.wrong = message(error);
    }
  }

  /** Throws all dice, or the ones that are not kept, or scores. */
  async go(): Promise<void> {
    if (this.frame) {
      this.skip();
      return;
    }
    if (performance.now() - this.#changed < SEEN) {
      return;
    }
    if (this.view.waits) {
      await this.act('throw');
    } else if (this.covered) {
      this.#thrown = turnOf(this.view);
      this.#changed = performance.now();
      this.#fallen(this.dice.map((die) => ({ ...die, thrown: true })));
      this.#save();
    } else if (this.view.stage === 'to-roll' && !this.view.ownDice) {
      await this.act('throw');
    } else if (this.choice) {
      await this.act({ choose: this.choice.typed });
    }
  }

  keep(place: number): void {
    this.box = null;
    this.dice = this.dice.map((die, at) => ({ ...die, thrown: false, kept: at === place ? !die.kept : die.kept }));
  }

  keepAll(kept: boolean): void {
    this.box = null;
    this.dice = this.dice.map((die) => ({ ...die, thrown: false, kept }));
  }

  choose(category: string): void {
    this.box = this.box === category ? null : category;
  }

  /** Shows an option, so that the main button does it. */
  prepare(option: NamedAction): void {
    this.box = option.kind === 'score' ? option.category : null;
    if (option.kind === 'hold') {
      this.dice = keeping(this.dice, heldBy(option));
    }
  }

  /** Reads the game again, after another tab has changed it. */
  async reload(): Promise<void> {
    const now = await get(this.game.id);
    if (!now) {
      this.gone = true;
    } else if (now.revision !== this.game.revision) {
      const view = await resumed(now.saved);
      if (view) {
        this.game = now;
        this.#thrown = now.thrown ?? '';
        this.#show(view);
      }
    }
  }

  #save(): void {
    const { view } = this;
    void inTurn(async () => {
      try {
        this.game = await update(this.game, { ...contentOf(view, engines.rules?.title ?? this.game.title), thrown: this.#thrown });
      } catch (error) {
        if (error instanceof Overtaken) {
          // The other tab's move stays, and this one is dropped.
          setTimeout(() => void this.reload());
        }
      }
    });
    if (view.stage === 'over') {
      void recordGame(view.saved, this.game.id).catch(() => {});
    }
  }

  #show(next: PlayView, tap?: Tap): void {
    const before = this.view as PlayView | undefined;
    const turn = before?.stage === 'to-choose' && next.stage === 'to-choose' && turnOf(before) === turnOf(next) ? before : undefined;
    const again = turn !== undefined && next.rerollsLeft < turn.rerollsLeft;
    /** Whether the dice on the table are those of before: a hint, another coach, a question. */
    const same = turn !== undefined && next.rerollsLeft === turn.rerollsLeft && turn.dice.join() === next.dice.join();
    if (before) {
      this.#changed = performance.now();
    }
    if (this.frame) {
      this.skip();
    }
    this.view = next;
    this.wrong = '';
    if (!same || next.asks) {
      this.box = null;
    }
    if (same) {
      return;
    }
    if (tap === 'throw' || (tap === 'undo' && next.stage === 'to-choose' && !next.refused)) {
      this.#thrown = turnOf(next);
    }
    const thrown = again || (tap === 'throw' && next.stage === 'to-choose');
    const faces = next.dice;
    const dice = again ? after(this.dice, faces) : allThrown(faces).map((die) => ({ ...die, thrown }));
    this.cheer = '';
    if (thrown) {
      this.#fallen(dice);
    } else {
      this.dice = dice;
      if (typeof tap === 'object' && 'fell' in tap) {
        this.cheer = cheerOf(dice);
      }
    }
  }

  /** Shows dice that have just fallen. */
  #fallen(dice: Die[]): void {
    this.dice = dice;
    this.throws += 1;
    this.cheer = cheerOf(dice);
  }
}

const cheerOf = (dice: Die[]): string => (alike(dice.map(({ face }) => face)) ? tr("All alike!") : '');
const bonusCheer = (bonus: number): string => (bonus > 0 ? tr("Extra bonus: {} points!", bonus) : '');
