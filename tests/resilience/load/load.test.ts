/** The short run of `npm run test:load`, as a part of `npm test`. */
import { afterAll, expect, test } from 'vitest';
import { createInstallation } from '../../support/server/installation.ts';
import { postLead } from '../../support/leads/post-lead.ts';
import { CHAT_LEAD } from '../../support/leads/sample-leads.ts';
import { BEHIND_A_PROXY, findUnexpected, sendFromClients } from '../../support/load/load-generator.ts';
import { startProbed } from '../../support/load/server-with-probe.ts';

const installation = await createInstallation();
afterAll(installation.close);
const probed = await startProbed(installation, BEHIND_A_PROXY);
const url = `${probed.server.url}/rest/v1/leads`;

test('storing leads does not leak memory', async () => {
  await sendFromClients(url, 20, { leads: 2_000 });
  const before = await probed.probe();
  const { statuses } = await sendFromClients(url, 20, { leads: 2_000 });
  expect([...statuses]).toEqual([[201, 2_000]]);
  // If the server kept these requests, they would take 14 MB. The readings vary by 3 MB.
  expect((await probed.probe()).usedMb - before.usedMb).toBeLessThan(9);
});

test('200 clients at once all get a response: stored, or refused with Retry-After', async () => {
  const figures = await sendFromClients(url, 200, { seconds: 3 });
  expect(findUnexpected(figures)).toEqual([]);
  expect(figures.withoutRetryAfter).toBe(0);
  expect(figures.statuses.get(201)).toBeGreaterThan(0);
});

/**
 * Sends a lead as a browser does: again, with the same submission id, while the server is busy or the connection is
 * lost. @returns the last status
 */
async function send({ submissionId, address }: { submissionId: string; address: string }): Promise<number> {
  for (;;) {
    const response = await postLead(probed.server.url, CHAT_LEAD, submissionId, address).catch(
      () => undefined,
    );
    if (response && response.status !== 503) return response.status;
  }
}

test('1,000 people who send at the same second are all stored, none twice', async () => {
  const people = Array.from({ length: 1_000 }, (_, index) => ({
    submissionId: crypto.randomUUID(),
    address: `10.9.${Math.floor(index / 250)}.${index % 250}`,
  }));
  // The browser of every tenth person sends the lead twice.
  const sent = people.flatMap((person, index) => (index % 10 === 0 ? [person, person] : [person]));
  const statuses = await Promise.all(sent.map(send));
  expect([...new Set(statuses)].toSorted()).toEqual([201, 409]);
  const ids = people.map(({ submissionId }) => submissionId);
  const stored = await installation.query(
    `select count(*)::int as leads, count(distinct submission_id)::int as ids
     from public.leads join private.notifications on lead_id = id
     where submission_id = any ($1) or phone = $2`,
    [ids, CHAT_LEAD.phone],
  );
  expect(stored).toEqual([{ leads: 1_000, ids: 1_000 }]);
});
