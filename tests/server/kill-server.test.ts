import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../support/installation.ts';
import { CHAT_LEAD } from '../support/leads.ts';
import { postLead } from '../support/post-lead.ts';
import { createRandom } from '../support/random.ts';
import type { RunningServer } from '../support/running-server.ts';
import { waitUntil } from '../support/wait-until.ts';

const KILLS = 3;
const CLIENTS = 6;
const SEED = Date.now();
const random = createRandom(SEED);

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.close());

/** Clients that send one lead after another until the server is gone; each 201 is a promise to keep. */
async function sendUntilKilled(
  server: RunningServer,
  acknowledged: Set<string>,
  enough: () => void,
): Promise<void> {
  const target = acknowledged.size + 20 + random.integer(80);
  async function sendOneAfterAnother(): Promise<void> {
    for (;;) {
      const id = crypto.randomUUID();
      try {
        const { status } = await postLead(server.url, { ...CHAT_LEAD, message: id }, id);
        if (status === 201) acknowledged.add(id);
      } catch {
        return;
      }
      if (acknowledged.size >= target) enough();
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, sendOneAfterAnother));
}

test(`kill -9 of the server, ${KILLS} times under load, loses no acknowledged lead and no notification, and doubles no lead (seed ${SEED})`, async () => {
  const acknowledged = new Set<string>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await installation.start();
    await sendUntilKilled(server, acknowledged, () => void server.kill('SIGKILL'));
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS * 20);

  await installation.start();
  const stored = (await installation.query('select message as id from public.leads')).map(({ id }) =>
    String(id),
  );
  expect(new Set(stored).size).toBe(stored.length);
  expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
  expect(
    await installation.query(`select count(*)::int as leads, count(lead_id)::int as notifications,
      count(*) filter (where submission_id::text is distinct from message)::int as mismatched
      from public.leads left join private.notifications on lead_id = id`),
  ).toEqual([{ leads: stored.length, notifications: stored.length, mismatched: 0 }]);

  // The killed servers' leases run out after a minute; the test moves the time, not itself.
  await installation.query(`update private.notifications set next_attempt_at = now() where sent_at is null`);
  await waitUntil('every notification is sent', async () => {
    const [row] = await installation.query(
      'select count(*)::int as pending from private.notifications where sent_at is null',
    );
    return row?.pending === 0;
  });
  const mails = await installation.readMails();
  expect(mails).toHaveLength(stored.length);
  const mailed = new Set(mails.map((mail) => /^Message: ([0-9a-f-]{36})/m.exec(mail)?.[1]));
  expect(stored.filter((id) => !mailed.has(id))).toEqual([]);
}, 90_000);
