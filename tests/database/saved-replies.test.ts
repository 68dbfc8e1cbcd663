import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDeskDatabase } from '../support/desk/desk-database.ts';

const desk = await openDeskDatabase();
const { owner, staff } = desk;

type Reply = { id: string; name: string; body: string; version: number };
const REPLY = { id: randomUUID(), seen: 0, name: 'After a call', body: 'Hello {first name},\n{reference}' };
const save = (given: object) => owner.call<Reply[]>('save_reply', { ...REPLY, ...given });

test('owners write, change and delete replies, and all staff read them; a repeat of the same save is no second one', async () => {
  const other = await save({ id: randomUUID(), name: ' a\n<b>visit</b> ', body: '  <i>We come.</i>\u202e ' });
  expect(other).toMatchObject([{ name: 'a <b>visit</b>', body: '<i>We come.</i>', version: 1 }]);
  await save({});
  await save({});
  expect(await save({ seen: 1, name: 'Changed' })).toHaveLength(2);
  const shown = await staff.call<Reply[]>('saved_replies');
  expect(shown.map(({ name }) => name)).toEqual(['a <b>visit</b>', 'Changed']);
  for (const call of ['save_reply', 'delete_reply'])
    expect(await staff.attempt(call, REPLY)).toMatchObject({ code: 'PT403' });
  expect(await owner.call('delete_reply', { id: REPLY.id })).toHaveLength(1);
});

test('whoever has seen an older version overwrites nothing, and brings back nothing that was deleted', async () => {
  const id = randomUUID();
  await save({ id });
  const late = { ...REPLY, id, body: 'Late.' };
  await save({ id, seen: 1, body: 'Mine.' });
  expect(await owner.attempt('save_reply', { ...late, seen: 1 })).toMatchObject({ hint: 'stale' });
  await owner.call('delete_reply', { id });
  for (const seen of [0, 2])
    expect(await owner.attempt('save_reply', { ...late, seen })).toMatchObject({ hint: 'stale' });
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ body: ' \u200b ' }, 'body'],
  [{ body: 'x'.repeat(2001) }, 'body'],
  [{ body: 'Hello {name},' }, 'body'],
  [{ body: 'Hello {First name},' }, 'body'],
  [{ seen: 0.5 }, 'seen'],
  [{ id: 'x' }, 'id'],
])('%j is refused', async (given, hint) => {
  expect(await owner.attempt('save_reply', { ...REPLY, id: randomUUID(), ...given })).toMatchObject({ hint });
});

test('there are thirty at most', async () => {
  for (let count = (await staff.call<Reply[]>('saved_replies')).length; count < 30; count += 1)
    await save({ id: randomUUID() });
  expect(await owner.attempt('save_reply', { ...REPLY, id: randomUUID() })).toMatchObject({ hint: 'name' });
});
