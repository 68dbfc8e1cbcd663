import { createRandom } from '../../support/random.ts';
import type { Count } from './count.ts';
import { openRig } from './rig.ts';
import type { Context, NotHere, Scenario } from './scenario.ts';

/** A scenario that does not end has failed. */
const LIMIT_MS = 900_000;

type Options = { isShort: boolean; seed: number };

/**
 * Runs a scenario and clears away what it has started.
 *
 * @param seed the same seed chooses the same moments, as far as they are chosen
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
    afterwards: (clear) => clearings.push(clear),
  };
  let limit: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => {
      reject(new Error(`It has not ended after ${LIMIT_MS / 1_000} s.`));
    }, LIMIT_MS);
  });
  try {
    return await Promise.race([scenario.run(context), tooLong]);
  } finally {
    clearTimeout(limit);
    // What was started last uses what was started before it.
    for (const clear of clearings.reverse()) await clear();
  }
}

/** What is wrong with a count; nothing when no promise was broken. */
export function findBrokenPromises(count: Count, { mayRepeat }: Scenario): string[] {
  const { lost, doubled, repeated, givenUp, acknowledged, unexpected } = count;
  return [
    ...(acknowledged === 0 ? ['nothing acknowledged'] : []),
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(doubled > 0 ? [`${doubled} doubled`] : []),
    ...(repeated > 0 && !mayRepeat ? [`${repeated} repeated`] : []),
    ...unexpected.map((status) => `answered ${status}`),
    ...(givenUp > 0 ? [`${givenUp} given up`] : []),
  ];
}
