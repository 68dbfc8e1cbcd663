import { setTimeout as delay } from 'node:timers/promises';
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts';
import { createRandom } from '../../support/random.ts';
import type { Count } from './count.ts';
import { openRig, type Rig, type RigOptions } from './rig.ts';

/** A scenario that takes longer than this has failed. */
const LIMIT_MS = 900_000;

/** Why a fault cannot be made on this machine, in one sentence. It does not count as passed. */
type NotHere = { notHere: string };

export type Context = {
  /** Few rounds and short outages, for `npm test`. */
  isShort: boolean;
  random: ReturnType<typeof createRandom>;
  /** Opens a rig that is closed when the scenario ends, however it ends. */
  open: (options?: RigOptions) => Promise<Rig>;
  /** A PostgreSQL for `DATABASE_URL`, not yet running; it is removed when the scenario ends. */
  createOwnDatabase: () => Promise<OwnDatabase>;
  /** Runs after the scenario, later registrations first. */
  afterwards: (clear: () => Promise<void>) => void;
};

/** One fault that is made while leads arrive. */
export type Scenario = {
  name: string;
  /** What is done, for the table. */
  fault: string;
  /**
   * The fault kills a sender or cuts its connection to the mail server. Between the server's "250" and our
   * record of it nobody can know whether the mail was taken, so it may arrive again, under its Message-ID.
   */
  mayRepeat?: true;
  run(context: Context): Promise<Count | NotHere>;
};

type Options = { isShort: boolean; seed: number };

/**
 * Runs a scenario and removes what it has started.
 *
 * @param seed chooses the random moments
 * @throws {Error} when the product did not do what it must, or the scenario did not end in a quarter of an hour
 */
export async function runScenario(scenario: Scenario, { isShort, seed }: Options): Promise<Count | NotHere> {
  const clearings: (() => Promise<void>)[] = [];
  const context: Context = {
    isShort,
    random: createRandom(seed),
    async open(options) {
      const rig = await openRig(isShort, options);
      clearings.push(rig.close);
      return rig;
    },
    async createOwnDatabase() {
      const database = await createOwnDatabase();
      clearings.push(database.close);
      return database;
    },
    afterwards: (clear) => clearings.push(clear),
  };
  const tooLong = delay(LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The scenario has not ended after ${LIMIT_MS / 1_000} s.`);
  });
  try {
    return await Promise.race([scenario.run(context), tooLong]);
  } finally {
    for (const clear of clearings.reverse()) await clear();
  }
}

/** What is wrong with a count; empty when every promise was kept. */
export function findBrokenPromises(count: Count, { mayRepeat }: Scenario): string[] {
  const { lost, doubled, repeated, possiblyRepeated, givenUp, acknowledged, unexpected } = count;
  return [
    ...(acknowledged === 0 ? ['nothing acknowledged'] : []),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(doubled > 0 ? [`${doubled} doubled`] : []),
    ...(repeated > 0 && !mayRepeat ? [`${repeated} repeated`] : []),
    ...(repeated > possiblyRepeated ? [`${repeated - possiblyRepeated} repeated and not counted`] : []),
    ...unexpected.map((status) => `answered ${status}`),
    ...(givenUp > 0 ? [`${givenUp} given up`] : []),
  ];
}
