import { once } from 'node:events';
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPipeline } from '../../server/database/pipeline.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createMemoryLog } from '../support/log.ts';
import { waitUntil } from '../support/wait-until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('statements share one connection, one that fails harms no other, and a lost one is opened again', async () => {
  const pipeline = openPipeline({ connectionString: database.url }, createMemoryLog().log);
  const ask = () => pipeline.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [first, failed, second] = await Promise.allSettled([ask(), pipeline.query('select 1 / 0'), ask()]);
  expect([first.status, failed.status, second.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const pid = (await ask()).rows[0]?.pid;

  await database.admin.query('select pg_terminate_backend($1)', [pid]);
  await waitUntil('another connection answers', async () => (await ask()).rows[0]?.pid !== pid);
  await pipeline.end();
});

test('what is asked in one turn of the event loop leaves in one write', async () => {
  const socket = new Socket();
  const pipeline = openPipeline(
    { connectionString: database.url, stream: () => socket },
    createMemoryLog().log,
  );
  const ask = () => pipeline.query('select 1');
  await ask();
  const write = vi.spyOn(socket, '_writev');
  await Promise.all([ask(), ask(), ask()]);
  expect(write).toHaveBeenCalledTimes(1);
  await pipeline.end();
});

test('a database that is not there fails the statement, and the next one tries again', async () => {
  const nowhere = openPipeline({ connectionString: 'postgres://127.0.0.1:1/x' }, createMemoryLog().log);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(nowhere.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
  await nowhere.end();
});

/** A connection that fails, and says only later that it has ended. */
class FailingSocket extends Socket {
  override connect(): this {
    process.nextTick(() => this.emit('error', new Error('refused')));
    return this;
  }
}

test('a connection that ends after a newer one was opened does not take it away', async () => {
  const failing = new FailingSocket();
  const sockets: Socket[] = [failing];
  const pipeline = openPipeline(
    { connectionString: database.url, stream: () => sockets.shift() ?? new Socket() },
    createMemoryLog().log,
  );
  const ask = () => pipeline.query<{ pid: number }>('select pg_backend_pid() as pid');
  await expect(ask()).rejects.toThrow('refused');
  const opened = await ask();
  failing.destroy();
  await once(failing, 'close');
  expect((await ask()).rows).toEqual(opened.rows);
  await pipeline.end();
});
