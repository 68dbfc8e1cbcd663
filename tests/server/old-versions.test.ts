/**
 * The data of each version that was published, opened by this one. When a version is published, its data is kept:
 * `KEEP_VERSION=yes npx vitest run tests/server/old-versions.test.ts` (docs/releasing.md).
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Enquiry } from '#src/enquiry/types.ts';
import type { Funnel, InboxPage, Lead } from '../../desk/src/api/types.ts';
import { VIEWS } from '../../server/database/codes.ts';
import { openDeskRoutes } from '../support/desk/desk-door.ts';
import { addSignedInOwner } from '../support/desk/signed-in-owner.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { callSellersPage } from '../support/seller/seller-calls.ts';
import {
  createInstallation,
  embeddedDatabaseUrl,
  type Installation,
} from '../support/server/installation.ts';
import { keepVersion, OLD_VERSIONS, OWNER, SELLER, unpackVersion } from '../support/server/old-version.ts';
import { runScript } from '../support/server/run-script.ts';

if (process.env.KEEP_VERSION) await keepVersion();

/** The demonstration's leads, and the seller's. */
const LEADS = 41;

describe.each(readdirSync(OLD_VERSIONS))('the data of %s', (file) => {
  let installation: Installation;
  let url: string;
  let routes: ReturnType<typeof openDeskRoutes>;
  let token: string;
  beforeAll(async () => {
    installation = await createInstallation({ isFresh: true });
    const backup = unpackVersion(file, createTemporaryFolder());
    const restored = await runScript('restore', [backup], { DATA_DIR: installation.dataDir });
    expect(restored.code, restored.stderr).toBe(0);
    // The leads get older with each year, and nothing of them may expire.
    ({ url } = await installation.start({ RETENTION_LEAD_DAYS: '0', RETENTION_SUSPECT_DAYS: '0' }));
    routes = openDeskRoutes(await embeddedDatabaseUrl(installation.dataDir));
    token = await addSignedInOwner((text, values) => installation.query(text, values), 'Kirsty Example');
  });
  afterAll(async () => {
    await routes.close();
    await installation.close();
  });
  const call = async <Answer>(name: string, given: Record<string, unknown> = {}) =>
    (await routes.call(token, name, given)) as Answer;

  test('is restored, migrated and served', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await postLead(url, CHAT_LEAD, crypto.randomUUID())).status).toBe(201);
  });

  test('is in every list of the desk, and each lead opens', async () => {
    const ids = new Set<string>();
    for (const view of Object.keys(VIEWS)) {
      const { cards } = await call<InboxPage>('inbox', { view });
      for (const { id } of cards) ids.add(id);
    }
    expect(ids.size).toBeGreaterThanOrEqual(LEADS);
    const leads = await Promise.all([...ids].map((lead_id) => call<Lead>('lead', { lead_id })));
    for (const lead of leads) expect(lead.events.length, lead.name).toBeGreaterThanOrEqual(0);
    const seller = leads.find(({ name }) => name === SELLER.lead.name);
    expect(seller?.offers.map(({ amount }) => amount)).toEqual([SELLER.offer]);
    expect(JSON.stringify(seller?.events)).toContain(SELLER.note);
    expect(JSON.stringify(seller?.events)).toContain(SELLER.message);
  });

  test('is in the funnel, the search, the export and a person’s data', async () => {
    // At most ten years.
    const days = { first_day: '2026-06-01', last_day: '2036-05-01' };
    const { weeks } = await call<Funnel>('funnel', days);
    expect(weeks.reduce((sum, week) => sum + week.leads, 0)).toBeGreaterThanOrEqual(LEADS);
    for (const name of ['search', 'person'] as const) {
      const given = name === 'search' ? { query: SELLER.lead.phone } : { key: SELLER.lead.email };
      expect(JSON.stringify(await call(name, given))).toContain(SELLER.lead.name);
    }
    const csv = await call('export_csv', { ...days, request_id: crypto.randomUUID() });
    expect(JSON.stringify(csv)).toContain(SELLER.lead.email);
    for (const name of ['first_screen', 'people', 'saved_replies', 'me']) await call(name);
    await call('changes', { after: null });
  });

  test('is on the seller’s page, which goes on', async () => {
    const read = async () =>
      (await (await callSellersPage(url, 'enquiry', { key: SELLER.key })).json()) as Enquiry;
    const enquiry = await read();
    expect(enquiry).toMatchObject({ access: 'full', source: 'valuation_form' });
    expect(JSON.stringify(enquiry)).toContain(SELLER.message);
    for (const part of [SELLER.offer, SELLER.paper, SELLER.complaint])
      expect(JSON.stringify(enquiry)).toContain(String(part));
    const body = 'We would like to go ahead.';
    await callSellersPage(url, 'write', { key: SELLER.key, request_id: crypto.randomUUID(), body });
    expect(JSON.stringify(await read())).toContain(body);
  });

  test('is in the settings, the saved replies and the changes of the site', async () => {
    const settings = await call<{ standing: { terms: object } }>('settings');
    expect(settings.standing.terms).toEqual(OWNER.terms);
    expect(await call('saved_replies')).toMatchObject([OWNER.reply]);
    const page = await call<{ value: object }>('site_document', { path: OWNER.page });
    expect(page.value).toMatchObject({ heading: OWNER.heading });
  });
});
