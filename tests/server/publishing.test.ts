import { createServer } from 'node:http';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskClient } from '../support/desk/desk-server.ts';
import { inviteToDesk } from '../support/desk/invite-to-desk.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import type { RunningServer } from '../support/server/running-server.ts';
import { listen } from '../support/server/listen-on-free-port.ts';
import { runScript } from '../support/server/run-script.ts';
import { PUBLISHABLE_KEY } from '../support/server/publishable-key.ts';
import { CROFT, openTrialOwner, type TrialOwner, type Work } from '../support/server/trial-owner.ts';

type Overview = {
  live: { version: string } | null;
  preview: { version: string; is_current: boolean } | null;
  versions: { version: string; is_live: boolean; changes: string[] }[];
  documents: { path: string; change: { kind: string; revision: number } | null }[];
  work: Work;
};

const ARTICLE = {
  ...CROFT,
  body: 'Before a croft is sold, the Crofting Commission has to know of it.\n\n## Whom to ask\n\nAsk the Commission first.\n',
};

const DIST = join(import.meta.dirname, '../../dist');

/** A static host, which is called after each publication. */
const hook = { calls: [] as string[], url: '', status: 404 };
const host = createServer((request, response) => {
  hook.calls.push(`${request.method} ${request.url}`);
  response.writeHead(hook.status).end();
});

let installation: Installation;
let server: RunningServer;
let owner: TrialOwner;
let folder: string;

/** Starts the server, and signs an owner in. */
async function start() {
  server = await installation.start({ DESK_PORT: '0', PUBLISH_HOOK: hook.url });
  owner = await openTrialOwner(server);
}

beforeAll(async () => {
  hook.url = `http://127.0.0.1:${await listen(host)}/build`;
  installation = await createInstallation();
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});
afterAll(async () => {
  host.close();
  await installation.close();
  await rm(folder, { recursive: true });
});

const page = async (path: string) => (await fetch(server.url + path)).text();

/** Runs `npm run content`. @returns what it prints */
async function runContent(...args: string[]) {
  const variables = { DATA_DIR: installation.dataDir, PUBLIC_SUPABASE_KEY: PUBLISHABLE_KEY };
  const { code, stdout, stderr } = await runScript('content', args, variables);
  return `${code} ${stdout}${stderr}`;
}

test('an owner changes words, looks at them, publishes, and takes that back; strangers and colleagues see nothing of it', async () => {
  await start();
  const { client, deskUrl } = owner;
  const before = await page('/');

  // What is built without a change is what was installed, byte for byte.
  const first = await owner.build('preview');
  expect(first).toMatchObject({ state: 'done', problems: [] });
  await client.send('GET', `/preview/${first.version}/`);
  const site = join(installation.dataDir, 'site');
  const [versionFolder = ''] = globSync(`${first.version}-${'[0-9a-f]'.repeat(16)}`, { cwd: site });
  const names = globSync('**/*.*', { cwd: DIST }).sort();
  expect(globSync('**/*.*', { cwd: join(site, versionFolder) }).sort()).toEqual(names);
  const differ = (name: string) =>
    !readFileSync(join(DIST, name)).equals(readFileSync(join(site, versionFolder, name)));
  expect(names.filter(differ)).toEqual([]);

  await owner.change('firm.yaml', (firm) => ({
    ...firm,
    phone: '0131 496 0777',
    hours: 'Mon–Fri 08:00–20:00',
  }));
  await owner.call('add_site_document', { group: 'articles', title: 'Selling a croft' });
  expect(await owner.build('publish')).toMatchObject({
    state: 'failed',
    problems: expect.arrayContaining([
      {
        path: 'articles/selling-a-croft.md',
        field: ['excerpt'],
        message: 'Write something here: the page needs it.',
      },
    ]) as unknown,
  });
  await owner.change('articles/selling-a-croft.md', () => ARTICLE);
  expect((await page('/')) === before).toBe(true);

  const look = await owner.build('preview');
  expect(look, JSON.stringify(look.problems)).toMatchObject({ state: 'done', purpose: 'preview' });
  const address = `/preview/${look.version}/blog/selling-a-croft`;
  const shown = await fetch(deskUrl + address, { headers: { cookie: client.cookie() ?? '' } });
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await shown.text();
  expect(html).toContain('0131 496 0777');
  expect(html).not.toMatch(/<script|(?:href|src)="\/(?!preview\/)/);
  expect(await page('/blog/selling-a-croft')).toContain('Page not found');

  expect((await createDeskClient(deskUrl).send('GET', address)).body).toMatchObject({ hint: 'no_session' });
  const colleague = createDeskClient(deskUrl);
  const link = await inviteToDesk(installation.dataDir, deskUrl, {
    name: 'Ann',
    email: 'ann@firm.example',
    role: 'staff',
  });
  await colleague.followLink(link.replace(/^.*\//, ''));
  expect((await colleague.send('GET', address)).status).toBe(403);
  for (const [name, given] of Object.entries({ site: {}, build_site: { purpose: 'preview' } })) {
    expect(await colleague.call(name, given)).toMatchObject({ status: 403, body: { hint: 'owner_only' } });
  }

  // The look was at what is published now, so nothing is built again.
  const published = await owner.build('publish');
  expect(published).toMatchObject({ state: 'done', version: look.version });
  await waitUntil('the page is served', async () => (await page('/')).includes('0131 496 0777'));

  // The owner reads that the static host was not told until it is, also after another build.
  expect(hook.calls).toEqual(['POST /build']);
  const message = 'It refused the message that something was published (status 404).';
  expect(published.problems).toEqual([{ path: null, field: [], of_host: true, message }]);
  expect((await owner.build('preview')).problems).toEqual(published.problems);
  hook.status = 200;
  expect((await owner.call<Overview>('tell_static_host')).work.problems).toEqual([]);
  expect(hook.calls).toEqual(['POST /build', 'POST /build']);
  expect((await page('/')).includes('"opens":"08:00"')).toBe(true);
  expect(await page('/blog/selling-a-croft')).toContain('the Crofting Commission');
  await waitUntil('the promise clock follows', async () => {
    const [monday] = await installation.query(
      `select closes::text from desk.opening_hours where weekday = 1`,
    );
    return monday?.closes === '20:00:00';
  });
  const overview = await owner.call<Overview>('site');
  expect(overview.preview).toMatchObject({ version: look.version, is_current: true });
  expect(overview.documents.filter((document) => document.change)).toEqual([]);
  expect(overview.versions).toMatchObject([
    { version: look.version, is_live: true, changes: ['Your firm, hours and contact', 'Selling a croft'] },
    { is_live: false, changes: [] },
  ]);

  const installed = overview.versions[1]?.version ?? '';
  const gone = await owner.call<Overview>('use_site_version', { version: installed });
  expect(gone.live).toMatchObject({ version: installed });
  await waitUntil('the former site is served', async () => (await page('/')) === before);
  // A page that a visitor has open still gets its scripts.
  const script = /"(\/_astro\/[^"]+\.js)"/.exec(html.replaceAll(`/preview/${look.version}`, ''));
  if (script?.[1]) expect((await fetch(server.url + script[1])).status).toBe(200);
});

test('what is published is served after a restart; the files of an export are the same content; edited files are published', async () => {
  await owner.call('use_site_version', {
    version: (await owner.call<Overview>('site')).versions.at(-1)?.version ?? '',
  });
  const scripts = await installation.query(
    `select distinct path from desk.site_version_files where path ~ '^_astro/.*(?<!\\.(br|gz))$'`,
  );
  await server.kill('SIGKILL');
  await start();
  // A page that a visitor has open still gets its scripts and styles.
  const installed = globSync('_astro/*', { cwd: DIST });
  const paths = scripts.map(({ path }) => String(path));
  expect(paths.filter((path) => !installed.includes(path)).length).toBeGreaterThan(0);
  for (const path of paths) {
    const { status, headers } = await fetch(`${server.url}/${path}`);
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(headers.get('cache-control')).toContain('immutable');
  }
  const exported = join(folder, 'exported');
  expect(await runContent('export', exported)).toMatch(/^0 \d+ documents are in /);
  expect(await runContent('export', exported)).toMatch(/is not empty/);
  expect(await runContent('import', exported)).toMatch(/^0 These files are what is published already/);
});

test('what was published with other sources, as before an update, is built anew at the start, and is then what owners look at', async () => {
  const { live } = await owner.call<Overview>('site');
  await installation.query(`update desk.site_versions set built_with = 'other sources'`);
  await server.kill('SIGTERM');
  await start();
  await owner.waitForWork('done');
  await waitUntil(
    'the new version is published',
    async () => (await owner.call<Overview>('site')).live?.version !== live?.version,
  );
  const overview = await owner.call<Overview>('site');
  expect(overview.preview).toMatchObject({ version: overview.live?.version, is_current: true });
});

test('a server that is killed while it builds or stores leaves the site as it was, and the next one says so', async () => {
  const before = await page('/');
  for (const state of ['building', 'storing']) {
    await owner.change('firm.yaml', (firm) => ({ ...firm, phone: `0131 496 08${state.length}8` }));
    await owner.begin('publish');
    await owner.waitForWork(state);
    await server.kill('SIGKILL');
    await start();
    expect((await page('/')) === before).toBe(true);
    const work = await owner.call<Work>('site_work');
    expect(work).toMatchObject({ state: 'failed', purpose: 'publish' });
    expect(work.problems[0]?.message).toMatch(/The site is as before/);
    const { documents } = await owner.call<Overview>('site');
    expect(documents.find(({ path }) => path === 'firm.yaml')?.change).toMatchObject({ kind: 'changed' });
  }
});

test('a folder that cannot be written leaves the site as it was, and the owner reads so', async () => {
  const before = await page('/');
  const site = join(installation.dataDir, 'site');
  await rm(site, { recursive: true });
  await writeFile(site, 'a file and no folder');
  const work = await owner.build('publish');
  expect(work.state).toBe('failed');
  expect(work.problems[0]?.message).toMatch(/the site is as before/);
  expect((await page('/')) === before).toBe(true);
  await rm(site);
  expect(await owner.build('publish')).toMatchObject({ state: 'done' });
  await waitUntil('the page is served', async () => (await page('/')).includes('0131 496 0878'));
});

test('a public site with examples in it is shown to nobody until an owner has put that right and published', async () => {
  await server.kill('SIGTERM');
  const fresh = await createInstallation();
  const closed = await fresh.start({
    SITE_URL: 'https://www.real-homes.scot',
    TRUST_PROXY: '127.0.0.1',
    DESK_PORT: 'off',
  });
  await closed.waitForLog(
    'nobody sees the site yet: an owner puts in what is missing, and publishes it, at the desk',
  );
  for (const path of ['/', '/glasgow', '/nowhere']) {
    const response = await fetch(closed.url + path);
    expect({ path, status: response.status }).toEqual({ path, status: 503 });
    expect(await response.text()).toContain('This site is not open yet');
  }
  expect((await fetch(`${closed.url}/healthz`)).status).toBe(200);
  await fresh.close();
});
