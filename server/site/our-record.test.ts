import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createMemoryLog } from '#support/server/log.ts';
import { SECURITY_HEADERS } from '#support/server/test-app.ts';
import { createSiteCopy } from '#support/site/site-copy.ts';
import { openHttpServer } from '../http-server.ts';
import { showOurRecord } from './our-record.ts';
import { openSite } from './site.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

test('the pages show the record of the moment in every encoding; if it cannot be read, they keep the former one', async () => {
  const directory = await createSiteCopy();
  writeFileSync(join(directory, 'glasgow.html'), '<p>Record: <span data-our-record="">none.</span></p>');
  const site = openSite(directory, { headers: SECURITY_HEADERS });
  const read = vi.fn(() => Promise.resolve('7 first offers'));
  const { log, lines } = createMemoryLog();
  const end = await showOurRecord({ site, read, log });
  const app = { fetch: () => new Response(null, { status: 404 }) };
  const { port, close } = await openHttpServer({ app, site, headers: {}, host: '127.0.0.1', port: 0 });
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });

  const first = await ask('/glasgow');
  expect(await first.text()).toContain('7 first offers');
  for (const encoding of ['br', 'gzip']) {
    const response = await ask('/glasgow', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toContain('7 first offers');
  }
  const etag = first.headers.get('etag') ?? '';
  expect((await ask('/glasgow', { 'if-none-match': etag })).status).toBe(304);

  read.mockResolvedValueOnce('8 first offers');
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(async () => (await ask('/glasgow')).text()).toContain('8 first offers');
  expect((await ask('/glasgow', { 'if-none-match': etag })).status).toBe(200);

  read.mockRejectedValueOnce(new Error('no database'));
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => lines.at(-1)).toMatchObject({ error: 'Error: no database' });
  expect(await (await ask('/glasgow')).text()).toContain('8 first offers');
  end();
  await close();
});
