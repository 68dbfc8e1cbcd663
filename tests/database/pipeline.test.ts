import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a database that is not there fails the statement, and the next one tries again', async () => {
  const nowhere = openPipeline({ connectionString: 'postgres://127.0.0.1:1/x' }, createMemoryLog().log);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(nowhere.query('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
  await nowhere.end();
});
