import { expect, test, vi } from 'vitest';
import type { OfferDraft } from '#desk/api/types.ts';
import { readLead } from '#server/cases/lead.ts';
import { deleteExpiredRows } from '#server/operations/retention.ts';
import { offerTerms, openDeskDatabase } from '../support/desk/desk-database.ts';

const desk = await openDeskDatabase();
const { owner, staff, admin } = desk;

type Kept = { saved: boolean; draft: OfferDraft | null };
const keep = (lead_id: string, seen: number, amount: string | null, person = staff) =>
  person.call<Kept>('keep_offer_draft', { lead_id, seen, values: amount === null ? null : { amount } });
const readDraft = async (lead_id: string, person = staff) =>
  (await person.call<{ draft: OfferDraft | null }>('offer_form', { lead_id })).draft;

test('a colleague goes on with what somebody has begun, and no event tells of it', async () => {
  const id = await desk.addLead();
  expect(await readDraft(id)).toBeNull();
  expect(await keep(id, 0, '148k')).toMatchObject({ saved: true, draft: { version: 1 } });
  expect(await readDraft(id, owner)).toMatchObject({ values: { amount: '148k' }, by: { name: 'Bob Staff' } });
  expect((await staff.lead(id)).events).toHaveLength(1);
});

test('of two devices, the later one does not win: it gets what the other one has saved', async () => {
  const id = await desk.addLead();
  await keep(id, 0, 'phone');
  const late = await keep(id, 0, 'office', owner);
  expect(late).toMatchObject({ saved: false, draft: { version: 1, values: { amount: 'phone' } } });
  expect(await keep(id, 1, 'office', owner)).toMatchObject({ saved: true, draft: { version: 2 } });
  const both = await Promise.all(['one', 'two'].map((amount) => keep(id, 2, amount)));
  expect(both.filter(({ saved }) => saved)).toHaveLength(1);
});

test.each<[what: string, end: (id: string) => Promise<unknown>]>([
  ['the offer is recorded', (id) => staff.write('offer', id, offerTerms())],
  ['it is discarded', (id) => keep(id, 1, null)],
])('nothing of it is left when %s, and another device cannot bring it back unseen', async (_what, end) => {
  const id = await desk.addLead();
  await keep(id, 0, 'Quillfeather');
  await end(id);
  expect(await readDraft(id)).toMatchObject({ values: null, version: 2 });
  expect(await keep(id, 1, 'Quillfeather')).toMatchObject({ saved: false });
  expect(await desk.countRows('quillfeather')).toEqual({});
});

test('it is in the record of the person, and erased with the lead', async () => {
  const id = await desk.addLead({ phone: '07700 900777' });
  await keep(id, 0, 'Quillfeather');
  const { stored } = await owner.call<{ stored: { offerDrafts: unknown[] }[] }>('person', {
    key: '07700 900777',
  });
  expect(stored[0]?.offerDrafts).toMatchObject([{ body: { amount: 'Quillfeather' } }]);
  await admin.query(`select desk.erase_leads(array[$1::uuid], 'command')`, [id]);
  expect(await desk.countRows('quillfeather')).toEqual({});
  expect(await keep(id, 1, 'Quillfeather')).toEqual({ saved: false, draft: null });
});

test('it is deleted 30 days after it was last saved', async () => {
  const [old, fresh] = [await desk.addLead(), await desk.addLead()];
  for (const id of [old, fresh]) await keep(id, 0, '148k');
  await admin.query(`update desk.offer_drafts set saved_at = now() - interval '31 days' where lead_id = $1`, [
    old,
  ]);
  await deleteExpiredRows(admin, { lead: 365, suspect: 30, delivery: 30 }, { confirmed: true });
  expect([await readDraft(old), (await readDraft(fresh))?.version]).toEqual([null, 1]);
});

test('the firm’s standing terms are read with the form: reading a lead takes five statements', async () => {
  // No other lead has this number, so none is read with it.
  const id = await desk.addLead({ phone: '07700 900888' });
  await staff.lead(id);
  const client = await desk.pool.connect();
  const query = vi.spyOn(client, 'query');
  await readLead(client, id);
  expect(query).toHaveBeenCalledTimes(5);
  client.release();
});
