// The start of a game.
import { ask, engines } from '../engine/engines.svelte';
import type { NewGame, PlayView } from '../engine/generated/yahtzee_web_engine';
import { add, type Game } from '../lib/games';
import { contentOf } from './match.svelte';

/** The losses up to which a coach may say nothing, in points: for most people, for strong players, and none. The first is the default. */
export const QUIETS = [1, 0.2, 0] as const;
export const QUIET = QUIETS[0];
/** The setting for no coach: it is quiet up to any loss. */
export const OFF = 1e9;

/** A seed that nobody can guess, small enough to be exact. */
function seed(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 2 ** 32 + low;
}

/** A new game. Without a coach (null) the advice is always shown. */
export function newGame(players: string[], { virtual = true, coach = QUIET as number | null, rounds = 1 } = {}): NewGame {
  return { players, rounds, ...(virtual ? { seed: seed() } : {}), ...(coach === null ? {} : { coach }) };
}

/** A game like another one: the same players, dice and coach. */
export const likeThis = ({ players, ownDice, coach, rounds }: PlayView): NewGame =>
  newGame(
    players.map(({ name, computer }) => (computer ? `computer:${computer}` : name)),
    { virtual: !ownDice, coach, rounds },
  );

/** Starts a game and stores it. The list shows it from its first throw on. */
export async function begin(wanted: NewGame): Promise<{ game: Game; view: PlayView }> {
  const view = await ask('newGame', wanted);
  return { view, game: await add({ ...contentOf(view, engines.rules?.title ?? ''), fresh: true }) };
}
