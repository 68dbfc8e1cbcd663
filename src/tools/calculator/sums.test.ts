import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELDS, usualInputs } from './inputs.ts';
import {
  breakEvenMonths,
  breakEvenOffer,
  breakEvenShare,
  rangesOf,
  salesOf,
  WAYS,
  type Inputs,
} from './sums.ts';

const inputsWith = (changes: Partial<Inputs>): Inputs => ({ ...usualInputs(), ...changes });

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

describe('computed by hand', () => {
  test.each([
    [PLAIN, [187_720, 2658, 510, 1300, 0, 26, 183_226], 152_000, 164_726],
    [CUT, [115_200, 1631, 510, 1300, 1750, 87, 109_922], 95_560, 102_538],
    [HARD, [72_800, 1031, 390, 1300, 7200, 675, 62_204], 67_400, 67_022],
    [DEAR, [345_800, 4897, 0, 1300, 4375, 244, 334_984], 278_750, 303_280],
  ])('the lines of an agent, and what cash and an auction leave', (inputs, lines, cashLeft, auctionLeft) => {
    const { agent, cash, auction } = salesOf(inputs);
    const { price, fees, reports, legal, bills, reserve, left } = agent;
    expect([price, fees, reports, legal, bills, reserve, left]).toEqual(lines);
    expect(cash.left).toBe(cashLeft);
    expect(auction.left).toBe(auctionLeft);
  });

  test('the lines of an auction', () => {
    const { auction } = salesOf(PLAIN);
    expect(auction).toMatchObject({ price: 171_000, fees: 4104 + 360, reports: 510, legal: 1300 });
  });

  test.each([
    [PLAIN, undefined, 0.9643],
    [CUT, 46, 0.9197],
    [HARD, 3.3, 0.7851],
    [DEAR, 48.5, 0.9607],
  ])('the break-even months and share', (inputs, months, share) => {
    const found = breakEvenMonths(inputs);
    expect(found === undefined ? undefined : Number(found.toFixed(1))).toBe(months);
    expect(breakEvenShare(inputs)).toBeCloseTo(share, 4);
  });
});

const anyInputs = fc
  .tuple(...FIELDS.map(({ least, most }) => fc.double({ min: least, max: most, noNaN: true })))
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

  test('more months never leave more', () => {
    fc.assert(
      fc.property(anyInputs, fc.double({ min: 0, max: 120, noNaN: true }), (inputs, more) => {
        const later = { ...inputs, agentMonths: inputs.agentMonths + more };
        expect(salesOf(later).agent.left).toBeLessThanOrEqual(salesOf(inputs).agent.left);
      }),
    );
  });

  test('after the break-even months, an agent leaves as much as a cash sale', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const months = breakEvenMonths(inputs);
        fc.pre(months !== undefined && months >= 0 && months < 1e6);
        const { agent, cash } = salesOf({ ...inputs, agentMonths: months });
        expect(Math.abs(agent.left - cash.left)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a cash offer at the break-even leaves as much as an agent', () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { agent, cash } = salesOf({ ...inputs, cashShare: breakEvenShare(inputs) * 100 });
        expect(Math.abs(agent.left - cash.left)).toBeLessThanOrEqual(1);
        expect(cash.price).toBe(breakEvenOffer(inputs));
      }),
    );
  });

  test('a range goes from bad to good', () => {
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
