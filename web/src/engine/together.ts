// Solving by several workers. They share no memory: each computes parts of a layer of the game, and gets the others before the next layer.
import { Client } from './client';
import type { RulesAbout, RulesView } from './generated/yahtzee_web_engine';

/** The most workers. */
const MOST = 4;
/** The parts of a layer for each worker. With more than one, a worker that is slower than the others takes fewer. */
const PARTS = 4;
/** The share of the device's memory that the values of all workers may take. */
const SHARE = 1 / 8;

/** The number of workers for rules that take long, by the cores and the memory of the device. A browser that does not tell its memory counts as 4 GB. */
export function crewFor({ bytes }: RulesAbout): number {
  const { hardwareConcurrency = 1, deviceMemory = 4 } = navigator as Navigator & { deviceMemory?: number };
  const room = Math.floor((deviceMemory * 1e9 * SHARE) / bytes);
  return Math.max(1, Math.min(hardwareConcurrency, room, MOST));
}

/** What workers solve together: what may follow a card. */
type Work = {
  source: string;
  card: string;
  workers: number;
  /** They wait for this before each part. */
  rest: () => Promise<unknown>;
};

/** Solves with this worker, of so many. The others end with the work. */
export async function solveTogether(first: Client, { source, card, workers, rest }: Work): Promise<RulesView> {
  const crew = [first, ...Array.from({ length: workers - 1 }, () => new Client())];
  const parts = workers * PARTS;
  try {
    await Promise.all(crew.map((client) => client.call('beginParts', source, card, parts)));
    for (;;) {
      const computed: { by: Client; values: Float64Array }[] = [];
      let next = 0;
      const compute = async (by: Client): Promise<void> => {
        for (;;) {
          await rest();
          // Meanwhile another worker may have taken the last part.
          if (next === parts) {
            break;
          }
          const part = next++;
          const values = await by.call('computePart', part);
          if (values) {
            computed[part] = { by, values };
          }
        }
      };
      const end = (error: unknown): never => {
        // The others take no more parts.
        next = parts;
        throw error;
      };
      await Promise.all(crew.map((by) => compute(by).catch(end)));
      if (!computed.length) {
        return await first.call('endParts');
      }
      const takes = (client: Client): Promise<void>[] =>
        computed.flatMap(({ by, values }, part) => (by === client ? [] : [client.call('takePart', part, values)]));
      await Promise.all(crew.flatMap(takes));
    }
  } finally {
    crew.slice(1).forEach((client) => client.end());
  }
}
