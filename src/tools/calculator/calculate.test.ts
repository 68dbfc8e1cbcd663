import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  breakEvenMonths,
  breakEvenOffer,
  breakEvenShare,
  rangesOf,
  salesOf,
  WAYS,
  type Inputs,
} from './calculate.ts';
import { defaultInputs, FIELDS } from './inputs.ts';

const inputsWith = (changes: Partial<Inputs>): Inputs => ({ ...defaultInputs(), ...changes });

const PLAIN = inputsWith({ value: 190_000, monthlyCosts: 0 });
const CUT = inputsWith({
  value: 120_000,
  monthlyCosts: 350,
  agentMonths: 5,
  cutChance: 50,
  cutSize: 8,
  energyCertificate: 90,
});
const HARD = inputsWith({
  value: 80_000,
  monthlyCosts: 600,
  agentMonths: 12,
  cutChance: 60,
  cutSize: 15,
  cashShare: 85,
  fallChance: 25,
  fallMonths: 4,
  homeReport: 390,
});
const DEAR = inputsWith({ value: 350_000, monthlyCosts: 1250, agentMonths: 3.5, homeReport: 0 });

describe('the calculation agrees with results computed by hand', () => {
  test.each([
    ['no monthly costs', PLAIN, [187_720, 2658, 510, 1300, 0, 26, 183_226], 152_000, 164_726],
    ['a likely price cut', CUT, [115_200, 1631, 510, 1300, 1750, 87, 109_922], 95_560, 102_538],
    ['a long wait for a low price', HARD, [72_800, 1031, 390, 1300, 7200, 675, 62_204], 67_400, 67_022],
    ['an expensive home', DEAR, [345_800, 4897, 0, 1300, 4375, 244, 334_984], 278_750, 303_280],
  ])(
    '%s: the agent’s lines, and what cash and an auction leave',
    (_case, inputs, lines, cashLeft, auctionLeft) => {
      const { agent, cash, auction } = salesOf(inputs);
      const { price, fees, reports, legal, bills, reserve, left } = agent;
      expect([price, fees, reports, legal, bills, reserve, left]).toEqual(lines);
      expect(cash.left).toBe(cashLeft);
      expect(auction.left).toBe(auctionLeft);
    },
  );

  test('no monthly costs: the lines of an auction', () => {
    const { auction } = salesOf(PLAIN);
    expect(auction).toMatchObject({ price: 171_000, fees: 4104 + 360, reports: 510, legal: 1300 });
  });

  test.each([
    ['no monthly costs', PLAIN, undefined, 0.9643],
    ['a likely price cut', CUT, 46, 0.9197],
    ['a long wait for a low price', HARD, 3.3, 0.7851],
    ['an expensive home', DEAR, 48.5, 0.9607],
  ])('%s: the break-even months and share', (_case, inputs, months, share) => {
    const found = breakEvenMonths(inputs);
    expect(found === undefined ? undefined : Number(found.toFixed(1))).toBe(months);
    expect(breakEvenShare(inputs)).toBeCloseTo(share, 4);
  });
});

const anyInputs = fc
  .tuple(...FIELDS.map(({ min, max }) => fc.double({ min, max, noNaN: true })))
  .map((numbers) => inputsWith(Object.fromEntries(FIELDS.map(({ name }, index) => [name, numbers[index]]))));

describe('for any inputs', () => {
  test('every line is a whole number, and no price is negative', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        for (const sale of Object.values(salesOf(inputs))) {
          expect(Object.values(sale).every(Number.isInteger)).toBe(true);
          expect(sale.price).toBeGreaterThanOrEqual(0);
        }
        expect(breakEvenMonths(inputs)).not.toBeNaN();
        expect(breakEvenShare(inputs)).not.toBeNaN();
      }),
    );
  });

  test('a longer wait for an agent’s sale never leaves the seller more', () => {
    fc.assert(
      fc.property(anyInputs, fc.double({ min: 0, max: 120, noNaN: true }), (inputs, more) => {
        const later = { ...inputs, agentMonths: inputs.agentMonths + more };
        expect(salesOf(later).agent.left).toBeLessThanOrEqual(salesOf(inputs).agent.left);
      }),
    );
  });

  test('after the break-even months, an agent’s sale leaves as much as a cash sale', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const months = breakEvenMonths(inputs);
        fc.pre(months !== undefined && months >= 0 && months < 1e6);
        const { agent, cash } = salesOf({ ...inputs, agentMonths: months });
        expect(Math.abs(agent.left - cash.left)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a cash offer at the break-even share leaves as much as an agent’s sale', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { agent, cash } = salesOf({ ...inputs, cashShare: breakEvenShare(inputs) * 100 });
        expect(Math.abs(agent.left - cash.left)).toBeLessThanOrEqual(1);
        expect(cash.price).toBe(breakEvenOffer(inputs));
      }),
    );
  });

  test('in each range, low is at most middle, and middle at most high', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const ranges = rangesOf(inputs);
        for (const way of WAYS) {
          const { low, middle, high } = ranges[way];
          expect(low).toBeLessThanOrEqual(middle);
          expect(middle).toBeLessThanOrEqual(high);
        }
      }),
    );
  });
});
