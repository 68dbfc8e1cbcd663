/** Data as an older version has stored it: a backup for each version that was published, and what is in it. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import packageJson from '../../../package.json' with { type: 'json' };
import { ENQUIRY_KEY_HEADER, hashEnquiryKey } from '#lead/enquiry-key.ts';
import { fillWithDemo } from '#server/operations/demonstration/demonstration.ts';
import { workAsOwner } from '#server/database/work-as-owner.ts';
import { openDesk } from '../desk/desk-calls.ts';
import { VALUATION_LEAD } from '../leads/sample-leads.ts';
import { addSellersPaper, ONE_PIXEL } from '../papers/send-file.ts';
import { callSellersPage } from '../seller/seller-calls.ts';
import { createInstallation } from './installation.ts';
import { createMemoryLog } from './log.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';
import { runScript } from './run-script.ts';

export const OLD_VERSIONS = join(import.meta.dirname, '../../server/old-versions');

/** The seller whose page is in each of these backups. */
export const SELLER = {
  key: 'k'.repeat(43),
  lead: VALUATION_LEAD,
  offer: 155_000,
  message: 'Is the offer still open in May?',
  note: 'Likes to be called after six.',
  paper: 'Kitchen',
  complaint: 'Nobody rang on Tuesday.',
} as const;

/** What an owner has set in each of these backups. */
export const OWNER = {
  terms: {
    ...{ buyer: null, funds_proved_on: null, solicitor_cap: 1200, entry: 'By agreement', if_ends: null },
    outlays: [{ what: 'Searches', payer: 'us' }],
  },
  reply: { name: 'After a call', body: 'Hello {first name}, thank you for your time.' },
  page: 'blog.yaml',
  heading: 'Guides for sellers',
} as const;

/** Makes the backup of the version of now: forty invented leads, and the seller. */
export async function keepVersion(): Promise<void> {
  const installation = await createInstallation({ isFresh: true });
  try {
    const { dataDir, query } = installation;
    const { url } = await installation.start();
    const { log } = createMemoryLog();
    await workAsOwner({ DATABASE_URL: undefined, DATA_DIR: dataDir }, log, fillWithDemo);
    await fetch(`${url}/rest/v1/leads`, {
      method: 'POST',
      headers: {
        apikey: PUBLISHABLE_KEY,
        'content-type': 'application/json',
        'x-submission-id': randomUUID(),
        [ENQUIRY_KEY_HEADER]: await hashEnquiryKey(SELLER.key),
      },
      body: JSON.stringify(SELLER.lead),
    });
    const desk = await openDesk({ dataDir, query }, SELLER.lead.phone);
    await desk.call('note', { body: SELLER.note });
    await desk.makeOffer({ amount: SELLER.offer });
    await callSellersPage(url, 'write', { key: SELLER.key, request_id: randomUUID(), body: SELLER.message });
    await addSellersPaper(url, SELLER.key, ONE_PIXEL, SELLER.paper);
    await callSellersPage(url, 'complain', {
      ...{ key: SELLER.key, request_id: randomUUID(), body: SELLER.complaint },
    });
    await desk.callRoute('save_standing_terms', { seen: 0, terms: OWNER.terms });
    await desk.callRoute('save_reply', { id: randomUUID(), seen: 0, ...OWNER.reply });
    const { value, revision } = (await desk.callRoute('site_document', {
      path: OWNER.page,
    })) as unknown as { value: object; revision: number };
    const changed = { ...value, heading: OWNER.heading };
    await desk.callRoute('save_site_document', { path: OWNER.page, value: changed, revision });
    const path = join(dataDir, 'kept.backup');
    await runScript('backup', [path], { DATA_DIR: dataDir });
    writeFileSync(
      join(OLD_VERSIONS, `${packageJson.version}.backup.gz`),
      gzipSync(readFileSync(path), { level: 9 }),
    );
  } finally {
    await installation.close();
  }
}

/** Unpacks one of these backups. @returns its path */
export function unpackVersion(file: string, folder: string): string {
  const path = join(folder, 'old.backup');
  writeFileSync(path, gunzipSync(readFileSync(join(OLD_VERSIONS, file))));
  return path;
}
