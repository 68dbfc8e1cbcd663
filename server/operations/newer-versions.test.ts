import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeAtEnd } from '#support/runner/close-at-end.ts';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { listen } from '#support/server/listen-on-free-port.ts';
import { createMemoryLog } from '#support/server/log.ts';
import { watchNewerVersions } from './newer-versions.ts';

const DAY_MS = 86_400_000;
const release = (version: string, more = {}) => ({
  version,
  day: '2027-01-10',
  isSecurityFix: false,
  notes: 'More.',
  ...more,
});

let requests: IncomingMessage[];
let respond: (response: ServerResponse) => void;
let url: string;
let dataDir: string;
beforeEach(async () => {
  requests = [];
  dataDir = createTemporaryFolder();
  const server = createServer((request, response) => {
    requests.push(request);
    respond(response);
  });
  url = `http://127.0.0.1:${await listen(server)}/versions.json`;
  closeAtEnd(async () => {
    server.closeAllConnections();
    server.close();
    return Promise.resolve();
  });
});

const answerWith = (releases: unknown) => {
  respond = (response) => response.end(JSON.stringify(releases));
};

/** Looks once, as a server does when it starts. */
async function look(given: Partial<Parameters<typeof watchNewerVersions>[0]> = {}) {
  const { log, lines } = createMemoryLog();
  const watch = watchNewerVersions({ url, dataDir, log, version: '1.2.0', ...given });
  await watch.stop();
  return { versions: watch.list().map(({ version }) => version), lines };
}

test('nobody asks unless UPDATES_URL is set', async () => {
  answerWith([release('9.0.0')]);
  expect((await look({ url: undefined })).versions).toEqual([]);
  expect(requests).toHaveLength(0);
});

test('newer versions are listed, the newest first; older ones and the same are not', async () => {
  answerWith(['1.2.0', '1.2.1', '1.10.0', '1.1.9', '0.9.0', '1.9.0'].map((version) => release(version)));
  expect((await look()).versions).toEqual(['1.10.0', '1.9.0', '1.2.1']);
});

test('the request has nothing of the installation', async () => {
  answerWith([]);
  await look();
  const [request] = requests;
  expect([request?.method, request?.url]).toEqual(['GET', '/versions.json']);
  expect(request?.headers).toEqual({
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'accept-language': '*',
    connection: 'keep-alive',
    host: new URL(url).host,
    'sec-fetch-mode': 'cors',
    'user-agent': 'house-buyer-site',
  });
});

test('there is one request a day, however often the server starts and whether or not it was answered', async () => {
  let time = 1_000 * DAY_MS;
  const now = () => time;
  answerWith([release('1.3.0')]);
  for (let start = 1; start <= 3; start += 1) expect((await look({ now })).versions).toEqual(['1.3.0']);
  expect(requests).toHaveLength(1);
  time += DAY_MS;
  respond = (response) => response.writeHead(500).end();
  for (let start = 1; start <= 3; start += 1) expect((await look({ now })).versions).toEqual(['1.3.0']);
  expect(requests).toHaveLength(2);
  // The clock was wrong.
  time -= 10 * DAY_MS;
  await look({ now });
  expect(requests).toHaveLength(3);
});

test('a running server asks each day', async () => {
  let time = 1_000 * DAY_MS;
  answerWith([]);
  const { log } = createMemoryLog();
  const watch = watchNewerVersions({
    url,
    dataDir,
    log,
    version: '1.2.0',
    everyMs: 5,
    now: () => (time += DAY_MS / 3),
  });
  closeAtEnd(watch.stop);
  await expect.poll(() => requests.length).toBeGreaterThan(3);
});

describe('an answer is not used if it', () => {
  test.each<[what: string, answer: (response: ServerResponse) => void]>([
    ['is a redirect', (response) => response.writeHead(302, { location: '/other.json' }).end()],
    [
      'is too large',
      (response) => response.end(JSON.stringify([release('1.3.0', { notes: 'x'.repeat(70_000) })])),
    ],
    ['is no JSON', (response) => response.end('<html>')],
    ['is one release', (response) => response.end(JSON.stringify(release('1.3.0')))],
    [
      'has a field that is not known',
      (response) => response.end(JSON.stringify([release('1.3.0', { run: 'this' })])),
    ],
    ['lacks a field', (response) => response.end(JSON.stringify([release('1.3.0', { day: undefined })]))],
    ['has a version that is none', (response) => response.end(JSON.stringify([release('1.3.0; rm')]))],
    ['has another status', (response) => response.writeHead(404).end('[]')],
  ])('%s', async (_what, answer) => {
    respond = answer;
    const { versions, lines } = await look();
    expect(versions).toEqual([]);
    expect(lines).toMatchObject([
      { msg: 'newer versions cannot be read from UPDATES_URL, will ask tomorrow' },
    ]);
    expect(requests).toHaveLength(1);
  });
});

test('a stored answer that is damaged is asked for again', async () => {
  answerWith([release('1.3.0')]);
  await look();
  expect(JSON.parse(readFileSync(join(dataDir, 'newer-versions.json'), 'utf8'))).toMatchObject({ url });
  writeFileSync(join(dataDir, 'newer-versions.json'), '{');
  expect((await look()).versions).toEqual(['1.3.0']);
  expect(requests).toHaveLength(2);
});
