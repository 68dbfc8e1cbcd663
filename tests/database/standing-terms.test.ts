import { expect, test } from 'vitest';
import { openDeskDatabase } from '../support/desk/desk-database.ts';

const desk = await openDeskDatabase();
const { owner, staff } = desk;

type Standing = { terms: object; version: number; by: { name: string } | null };
const TERMS = {
  buyer: null,
  funds_proved_on: '2026-11-01',
  solicitor_cap: 1200,
  outlays: [{ what: 'Searches', payer: 'us' }],
  if_ends: 'Each side bears its own costs.',
  entry: 'The day that suits you',
};
const NONE = {
  buyer: null,
  funds_proved_on: null,
  solicitor_cap: null,
  outlays: [],
  if_ends: null,
  entry: null,
};
const save = (seen: number, terms: object) => owner.call<Standing>('save_standing_terms', { seen, terms });
const termsOfNextOffer = async () =>
  (await staff.call<{ terms: object }>('offer_form', { lead_id: await desk.addLead() })).terms;

test('the next offer begins with the terms that an owner has saved, each of which may be empty', async () => {
  expect(await termsOfNextOffer()).toEqual(NONE);
  const { version } = (await owner.call<{ standing: Standing }>('settings')).standing;
  expect(version).toBe(0);
  const saved = await save(0, TERMS);
  expect(saved).toMatchObject({ terms: TERMS, version: 1, by: { id: owner.id } });
  expect(await termsOfNextOffer()).toEqual(TERMS);
  // The response may have been lost.
  expect(await save(0, TERMS)).toMatchObject({ version: 1 });
  expect(await save(1, {})).toMatchObject({ terms: NONE, version: 2 });
  expect(await termsOfNextOffer()).toEqual(NONE);
});

test('whoever has seen an older version overwrites nothing, and nobody but an owner changes anything', async () => {
  const late = { ...TERMS, solicitor_cap: 900 };
  for (const seen of [0, 1, 3])
    expect(await owner.attempt('save_standing_terms', { seen, terms: late })).toMatchObject({
      hint: 'stale',
    });
  for (const name of ['settings', 'save_standing_terms'])
    expect(await staff.attempt(name, { seen: 2, terms: late })).toMatchObject({ code: 'PT403' });
  expect(await termsOfNextOffer()).toEqual(NONE);
});

test.each([
  { solicitor_cap: 0 },
  { solicitor_cap: 1.5 },
  { funds_proved_on: '2026-02-30' },
  { outlays: [{ what: 'Searches', payer: 'nobody' }] },
  { outlays: [{ what: ' ', payer: 'us' }] },
  { if_ends: 'x'.repeat(2001) },
  { entry: 'x\ny' },
])('%j is refused', async (terms) => {
  expect(await owner.attempt('save_standing_terms', { seen: 2, terms })).toMatchObject({ code: 'PT422' });
});
