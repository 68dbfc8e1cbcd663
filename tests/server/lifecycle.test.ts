import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandAsNobody } from '../support/server/as-nobody.ts';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import { CHAT_LEAD } from '../support/leads/sample-leads.ts';
import { findFreePort } from '../support/server/listen-on-free-port.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { PUBLISHABLE_KEY } from '../support/server/publishable-key.ts';
import { spawnServer, startServer } from '../support/server/running-server.ts';
import { addSeller, callSellersPage } from '../support/seller/seller-calls.ts';
import { waitUntil } from '../support/runner/wait-until.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation();
});
afterEach(() => installation.close());

const isDatabaseRunning = () => existsSync(join(installation.dataDir, 'postgres/postmaster.pid'));

/** Opens a request and sends its headers and the first ten bytes of its body. */
async function openRequest(url: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
  socket.on('error', () => undefined);
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  const head = [
    'POST /rest/v1/leads HTTP/1.1',
    'host: x',
    `apikey: ${PUBLISHABLE_KEY}`,
    'content-type: application/json',
  ];
  socket.write([...head, `content-length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n'));
  socket.write(body.slice(0, 10));
  return {
    finish: () => socket.write(body.slice(10)),
    response: async () => {
      await ended;
      return response;
    },
    destroy: () => socket.destroy(),
  };
}

describe('in an empty data folder', () => {
  beforeEach(async () => {
    await installation.close();
    installation = await createInstallation({ isFresh: true });
  });

  test('the first run creates the database, the outbox, and a key file that only its owner can read', async () => {
    const { log } = await installation.start();
    expect(statSync(join(installation.dataDir, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(installation.dataDir).sort()).toEqual(['inbox', 'keys.json', 'outbox', 'postgres']);
    expect(log.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        'creating the database, once',
        'database migrated',
        'SMTP_URL is not set: mails are written to files',
        'listening',
      ]),
    );
  });

  test('SIGTERM during the start ends the server with code 0 and leaves no database running', async () => {
    const server = spawnServer({ DATA_DIR: installation.dataDir });
    await server.waitForLog('creating the database, once');
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(isDatabaseRunning()).toBe(false);
  });

  test('of two servers that start at once on the same new data folder, one serves and the other refuses to start', async () => {
    const outcomes = await Promise.allSettled([installation.start(), installation.start()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = outcomes.filter(({ status }) => status === 'rejected');
    expect(String((refused as PromiseRejectedResult).reason)).toContain('Another server is already running');
  });
});

test('what a seller has erased is gone from the disk after the next start, also after a crash', async () => {
  const name = `Zebedee ${crypto.randomUUID()}`;
  const countInLog = async () => {
    const rows = await installation.query(
      `select from pg_ls_waldir()
       where position('${name}'::bytea in pg_read_binary_file('pg_wal/' || name, 0, 1000000000, true)) > 0`,
    );
    return rows.length;
  };
  const { url, kill } = await installation.start();
  const { key } = await addSeller(url, { ...CHAT_LEAD, name });
  const erased = await callSellersPage(url, 'erase', { key, request_id: crypto.randomUUID() });
  expect(erased.status).toBe(200);
  expect(await countInLog()).toBeGreaterThan(0);
  await kill('SIGKILL');
  await installation.start();
  await waitUntil('the name is gone from the log', async () => (await countInLog()) === 0);
});

test('the database listens to this machine only, asks for its password, and has checksums', async () => {
  await installation.start();
  const rows = await installation.query(`select current_setting('listen_addresses') as addresses,
    current_setting('data_checksums') as checksums, current_setting('log_min_error_statement') as statements,
    (select array_agg(distinct auth_method) from pg_hba_file_rules) as methods`);
  expect(rows).toEqual([
    { addresses: '127.0.0.1', checksums: 'on', statements: 'panic', methods: ['scram-sha-256'] },
  ]);
});

describe('on SIGTERM', () => {
  test('a request in progress gets its response, its lead is stored, and the server exits with code 0', async () => {
    const server = await installation.start();
    const request = await openRequest(server.url, JSON.stringify(CHAT_LEAD));
    // A response to a later request shows that the server has accepted the connection above.
    await fetch(`${server.url}/healthz`);
    const ended = server.kill('SIGTERM');
    await server.waitForLog('closing');
    request.finish();
    expect(await request.response()).toMatch(/^HTTP\/1\.1 201 /);
    expect(await ended).toEqual({ code: 0, signal: null });
    const logged = server.log.slice(server.log.findIndex(({ msg }) => msg === 'closing'));
    // The lead's mail may be sent, and logged, before the server has closed.
    const messages = logged.map(({ msg }) => msg).filter((msg) => msg !== 'notification sent');
    expect(messages).toEqual(['closing', 'request', 'closed']);
    expect(isDatabaseRunning()).toBe(false);

    await installation.start();
    expect(await installation.query('select name from public.leads')).toEqual([{ name: CHAT_LEAD.name }]);
  });

  test('a slow mail server does not delay the shutdown, and the possible duplicate mail is counted', async () => {
    const hasMessage = Promise.withResolvers<undefined>();
    const slow = await startMailServer({
      onData(stream) {
        stream.resume().once('end', () => hasMessage.resolve(undefined));
      },
    });
    const server = await installation.start({ SMTP_URL: slow.url });
    await postLead(server.url, CHAT_LEAD, crypto.randomUUID());
    await hasMessage.promise;
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(server.log.find(({ code }) => code === 'UNANSWERED')).toBeDefined();
    await slow.close();

    const works = await startMailServer();
    const again = await installation.start({ SMTP_URL: works.url, METRICS_PORT: '0' });
    await works.waitForMails(1);
    await again.waitForLog('notification sent');
    const { metrics } = await again.waitForLog('listening');
    await waitUntil('the possible duplicate is counted', async () =>
      (await (await fetch(String(metrics))).text()).includes('\nnotifications_possibly_repeated 1\n'),
    );
    await works.close();
  });

  test('a client that never finishes its request does not block the shutdown', async () => {
    const server = await installation.start();
    const request = await openRequest(server.url, JSON.stringify(CHAT_LEAD));
    await fetch(`${server.url}/healthz`);
    // If closing takes too long, the server itself ends it, with code 1.
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    request.destroy();
    expect(isDatabaseRunning()).toBe(false);
  });
});

test('a second SIGINT, which npm sends after Ctrl-C, does not interrupt the shutdown', async () => {
  const server = await installation.start();
  const ended = server.kill('SIGINT');
  await server.waitForLog('closing');
  await server.kill('SIGINT');
  expect(await ended).toEqual({ code: 0, signal: null });
  expect(isDatabaseRunning()).toBe(false);
});

test('a port that is in use is reported in one sentence, and no database keeps running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(installation.start({ PORT: String(port) })).rejects.toThrow(`Port ${port} cannot be used`);
  taken.close();
  expect(isDatabaseRunning()).toBe(false);
});

test('the site opens without the desk (the staff’s app) when the port after its own is taken, unless DESK_PORT asks for that port', async () => {
  const port = await findFreePort();
  const deskPort = port + 1;
  const taken = createServer().listen(deskPort, '127.0.0.1');
  await once(taken, 'listening');
  const variables = { PORT: String(port) };
  const server = await installation.start(variables);
  expect(
    await server.waitForLog('the desk is not opened: set DESK_PORT to a free port, or to off'),
  ).toMatchObject({
    error: expect.stringContaining(`Port ${deskPort} cannot be used`) as string,
  });
  expect((await postLead(server.url, CHAT_LEAD, crypto.randomUUID())).status).toBe(201);
  await server.kill('SIGTERM');
  await expect(installation.start({ ...variables, DESK_PORT: String(deskPort) })).rejects.toThrow(
    `Port ${deskPort} cannot be used`,
  );
  taken.close();
});

test('pages built with another publishable key than the server’s are reported in one sentence, and no database is started', async () => {
  const started = installation.start({ PUBLIC_SUPABASE_KEY: 'sb_publishable_another' });
  await expect(started).rejects.toThrow('write PUBLIC_SUPABASE_KEY=sb_publishable_another into .env');
  expect(isDatabaseRunning()).toBe(false);
});

test.runIf(process.getuid?.() === 0)('a data folder that belongs to another user is reported', async () => {
  const folder = join(installation.dataDir, 'of-root');
  mkdirSync(folder, { mode: 0o755 });
  const server = spawnServer({ DATA_DIR: folder }, await commandAsNobody(installation.dataDir));
  expect(await server.waitForEnd()).toEqual({ code: 1, signal: null });
  expect(JSON.stringify(server.log)).toContain(`DATA_DIR ${folder} cannot be written (EACCES)`);
});

test('a keys.json with another database’s password is reported in one sentence, and no database keeps running', async () => {
  const first = await installation.start();
  await first.kill('SIGTERM');
  const path = join(installation.dataDir, 'keys.json');
  const keys = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  writeFileSync(path, JSON.stringify({ ...keys, databasePassword: 'x'.repeat(32) }));
  await expect(installation.start()).rejects.toThrow('has other passwords than keys.json');
  expect(isDatabaseRunning()).toBe(false);
});

test('SIGTERM while the server waits for its database ends the server with code 0', async () => {
  const server = spawnServer({
    DATA_DIR: installation.dataDir,
    DATABASE_URL: 'postgres://postgres:x@127.0.0.1:9/postgres',
  });
  await server.waitForLog('the database cannot be reached yet');
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('npm start passes SIGTERM on to the server, which stops its database', async () => {
  const npm = await startServer({ DATA_DIR: installation.dataDir }, ['npm', 'start']);
  await npm.kill('SIGTERM');
  await waitUntil('the database has stopped', () => Promise.resolve(!isDatabaseRunning()));
});

test.runIf(process.getuid?.() === 0)(
  'PostgreSQL, started by root, runs without root’s privileges, although its folder is inside one that only root may enter',
  async () => {
    expect(statSync(installation.dataDir)).toMatchObject({ mode: 0o40700, uid: 0 });
    await installation.start();
    // Inspects only permanent processes, because the process of a connection may end before it is inspected.
    const backends = await installation.query(
      `select pid from pg_stat_activity where backend_type in ('checkpointer', 'walwriter')`,
    );
    expect(backends).toHaveLength(2);
    const [postmaster] = readFileSync(join(installation.dataDir, 'postgres/postmaster.pid'), 'utf8').split(
      '\n',
    );
    for (const pid of [postmaster, ...backends.map((row) => row.pid)]) {
      const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
      const lines = status.match(/^(?:Uid|Gid|Groups|Cap(?:Inh|Prm|Eff|Amb)|NoNewPrivs):.*$/gm) ?? [];
      expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
        expect.stringMatching(/^Uid:(?: 65534){4}$/),
        expect.stringMatching(/^Gid:(?: 65534){4}$/),
        'Groups:',
        'CapInh: 0000000000000000',
        'CapPrm: 0000000000000000',
        'CapEff: 0000000000000000',
        'CapAmb: 0000000000000000',
        'NoNewPrivs: 1',
      ]);
    }
    const [read] = await installation.query(`select pg_read_file('/etc/hostname') is not null as readable`);
    expect(read).toEqual({ readable: true });
    await expect(
      installation.query(`select pg_read_file($1)`, [join(installation.dataDir, 'keys.json')]),
    ).rejects.toThrow('Permission denied');
  },
);

test('a server that starts while another is shutting down takes over its database', async () => {
  const first = await installation.start();
  const second = installation.start();
  await first.kill('SIGTERM');
  expect((await postLead((await second).url, CHAT_LEAD, crypto.randomUUID())).status).toBe(201);
});

describe('a lock file of a killed database, whose process id now belongs to another process', () => {
  async function expectServerStarts(command?: [string, ...string[]]): Promise<void> {
    const server = await installation.start({}, command);
    expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const postgres = join(installation.dataDir, 'postgres');
    writeFileSync(
      join(postgres, 'postmaster.pid'),
      `${process.pid}\n${postgres}\n1700000000\n1\n\n127.0.0.1\n`,
    );
    const again = await installation.start({}, command);
    expect((await postLead(again.url, CHAT_LEAD, crypto.randomUUID())).status).toBe(201);
  }

  test('of the same user does not prevent the start', () => expectServerStarts());

  test.runIf(process.getuid?.() === 0)('of another user does not prevent the start', async () => {
    await installation.close();
    installation = await createInstallation({ isFresh: true });
    await expectServerStarts(await commandAsNobody(installation.dataDir));
  });
});
