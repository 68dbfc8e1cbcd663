/** What it costs to keep pictures in the database, and in files: `npm run bench -- growth papers --papers 1000`. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { migrate } from '#server/database/migrate.ts';
import { backUp } from '#server/operations/backup.ts';
import { readBackup, restore } from '#server/operations/restore.ts';
import { vacuumDeletedRows } from '#server/operations/person.ts';
import { newSealKey, seal } from '#server/papers/seal.ts';
import { startThrowawayPostgres } from '#support/database/throwaway-postgres.ts';
import { print } from '../../scripts/print.ts';

const PICTURES_OF_A_LEAD = 8;
/** What a picture of 2048 pixels needs at quality 78, and its small one. */
const SIZES = { whole: 450_000, small: 12_000 };

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  print(`${what}: ${((performance.now() - start) / 1000).toFixed(2)} s`);
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

async function fill(client: pg.Client, leads: number): Promise<void> {
  for (let lead = 0; lead < leads; lead += 1) {
    const { rows } = await client.query<{ id: string }>(
      `insert into public.leads (name, phone, message, source) values ('A', '0131 496 0000', 'B', 'chat_widget') returning id`,
    );
    for (let paper = 0; paper < PICTURES_OF_A_LEAD; paper += 1) {
      const [id, key] = [randomUUID(), newSealKey()];
      await client.query(
        `insert into desk.papers (id, lead_id, kind, title, file_type, bytes, width, height, is_shown, seal_key)
         values ($1, $2, 'picture', 'A', 'jpeg', $3, 2048, 1536, true, $4)`,
        [id, rows[0]?.id, SIZES.whole, key],
      );
      for (const [size, bytes] of Object.entries(SIZES)) {
        await client.query('insert into desk.paper_contents values ($1, $2, $3)', [
          id,
          size,
          seal(key, randomBytes(bytes)),
        ]);
      }
    }
  }
}

async function writeFiles(folder: string, leads: number): Promise<void> {
  await mkdir(folder);
  for (let paper = 0; paper < leads * PICTURES_OF_A_LEAD; paper += 1) {
    for (const bytes of Object.values(SIZES)) {
      const file = await open(join(folder, randomUUID()), 'wx');
      await file.writeFile(randomBytes(bytes));
      await file.sync();
      await file.close();
    }
  }
}

export async function measurePapers({ papers }: { papers: string }): Promise<void> {
  const leads = Number(papers) / PICTURES_OF_A_LEAD;
  const postgres = await startThrowawayPostgres();
  const connect = async (name: string) => {
    const url = new URL(postgres.connectionString);
    url.pathname = `/${name}`;
    const client = new pg.Client(url.href);
    await client.connect();
    return client;
  };
  const admin = await connect('postgres');
  await admin.query('create database target');
  const [source, target] = [await connect('postgres'), await connect('target')];
  await migrate(source);
  const [first, second] = [join(postgres.folder, '1.backup'), join(postgres.folder, '2.backup')];
  print(`${leads} leads with ${PICTURES_OF_A_LEAD} pictures each`);
  await timed('add, database', () => fill(source, leads));
  await timed('add, files', () => writeFiles(join(postgres.folder, 'files'), leads));
  const { rows } = await source.query<{ size: string }>(
    `select pg_total_relation_size('desk.paper_contents') as size`,
  );
  print(
    `size: ${megabytes(Number(rows[0]?.size))} in the database, ${megabytes(await sizeOf(join(postgres.folder, 'files')))} in files`,
  );
  await timed('first backup', () => backUp(source, first, undefined));
  await timed('backup of the next day', () => backUp(source, second, undefined));
  print(
    `size of the backups: ${megabytes((await stat(second)).size)} each, and ${megabytes(await sizeOf(join(postgres.folder, 'papers')))} once`,
  );
  await timed('restore', async () => restore(target, second, await readBackup(second), () => undefined));
  await source.query('delete from public.leads where id = (select id from public.leads limit 1)');
  await timed('remove the remains of an erased lead, keys only', () => vacuumDeletedRows(source));
  await timed('the same, with the contents rewritten too', () =>
    source.query('vacuum full desk.paper_contents'),
  );
  await timed('a backup with the contents in it, as COPY writes them', async () => {
    const file = createWriteStream(join(postgres.folder, 'copy'));
    await pipeline(source.query(copyTo('copy desk.paper_contents to stdout')), file);
  });
  print(`its size: ${megabytes((await stat(join(postgres.folder, 'copy'))).size)}`);
  await Promise.all([admin.end(), source.end(), target.end()]);
  await postgres.close();
  await rm(postgres.folder, { recursive: true, force: true });
}
