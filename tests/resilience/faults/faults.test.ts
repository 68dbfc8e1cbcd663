import { expect, test } from 'vitest';
import { findBrokenPromises, runScenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

const SEED = Date.now();

for (const scenario of SCENARIOS) {
  test(`${scenario.name}: ${scenario.fault} (seed ${SEED})`, { timeout: 300_000 }, async ({ skip }) => {
    const outcome = await runScenario(scenario, { isShort: true, seed: SEED });
    if ('notHere' in outcome) return skip(outcome.notHere);
    expect({ outcome, broken: findBrokenPromises(outcome, scenario) }).toMatchObject({ broken: [] });
  });
}
