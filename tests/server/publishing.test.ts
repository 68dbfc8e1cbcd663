import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskClient, type DeskClient } from '../support/desk/desk-server.ts';
import { startProduct, type Product } from '../support/server/product.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

type Work = {
  state: string;
  problems: { path: string; field: unknown[]; message: string }[];
  version: string;
};
type Document = { value: Record<string, unknown>; revision: number; problems: unknown[] };
type Overview = {
  live: { version: string } | null;
  versions: { version: string; is_live: boolean; changes: string[] }[];
  documents: { path: string; change: { kind: string } | null }[];
  work: Work;
};

let product: Product;
let owner: DeskClient;
beforeAll(async () => {
  product = await startProduct({ DESK_PORT: '0' });
  const { link } = await product.server.waitForLog('this link opens the desk, once');
  const { origin, hash } = new URL(String(link));
  owner = createDeskClient(origin);
  await owner.followLink(hash.replace(/^.*\//, ''));
});
afterAll(() => product.close());

const read = async <T>(name: string, given: unknown = {}) => {
  const { status, body } = await owner.call(name, given);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as T;
};
const page = async (path: string) => (await fetch(product.server.url + path)).text();

async function change(path: string, changed: (value: Record<string, unknown>) => Record<string, unknown>) {
  const { value, revision } = await read<Document>('site_document', { path });
  return read<Document>('save_site_document', { path, value: changed(value), revision });
}

async function build(purpose: 'preview' | 'publish'): Promise<Work> {
  await read('build_site', { purpose });
  await waitUntil('the site is built', async () => {
    const { state } = await read<Work>('site_work');
    return ['done', 'failed'].includes(state);
  });
  return read<Work>('site_work');
}

test('an owner changes the phone number and the hours, looks at the page, publishes, and goes back by one call', async () => {
  const before = await page('/');
  expect(before).toContain('0131 496 0123');
  await change('firm.yaml', (firm) => ({ ...firm, phone: '0131 496 0777', hours: 'Mon–Fri 08:00–20:00' }));
  expect(await page('/')).toBe(before);

  const look = await build('preview');
  expect(look).toMatchObject({ state: 'done', problems: [] });
  const shown = await owner.send('GET', `/preview/${look.version}/glasgow`);
  expect(shown.status).toBe(200);
  expect(await page('/')).toBe(before);

  expect(await build('publish')).toMatchObject({ state: 'done', version: look.version });
  await waitUntil('the page is served', async () => (await page('/')).includes('0131 496 0777'));
  expect(await page('/')).toContain('"opens":"08:00"');
  const [monday] = await product.query(`select closes::text from desk.opening_hours where weekday = 1`);
  expect(monday).toEqual({ closes: '20:00:00' });

  const overview = await read<Overview>('site');
  expect(overview.documents.filter(({ change: open }) => open)).toEqual([]);
  expect(overview.live).toMatchObject({ version: look.version });
}, 120_000);
