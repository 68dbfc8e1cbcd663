import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openKeys } from '../../server/keys.ts';
import { startServer, type RunningServer } from './running-server.ts';

type StoredRow = Record<string, string | null> & { id: string };

/** The product as an operator starts it, on data of its own. */
export type Product = {
  server: RunningServer;
  dataDir: string;
  /** The stored leads for a phone number, oldest first, without id and time. */
  findLeads(phone: string): Promise<Omit<StoredRow, 'id' | 'created_at'>[]>;
  /** Resolves with the mails in the outbox that mention a text, once there are this many. */
  waitForMails(text: string, count: number): Promise<string[]>;
  close(): Promise<void>;
};

const POLL_MS = 50;

/** Where the embedded database of a data folder listens, for its superuser. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const lockFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  const port = lockFile.split('\n')[3] ?? '';
  return `postgres://postgres:${openKeys(dataDir).databasePassword}@127.0.0.1:${port}/postgres`;
}

export async function startProduct(variables: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'));
  const server = await startServer({ DATA_DIR: dataDir, ...variables });
  const client = new pg.Client(await embeddedDatabaseUrl(dataDir));
  client.on('error', () => undefined);
  await client.connect();

  async function readOutbox(): Promise<string[]> {
    const folder = join(dataDir, 'outbox');
    const files = (await readdir(folder)).filter((file) => file.endsWith('.eml'));
    return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  }

  return {
    server,
    dataDir,
    async findLeads(phone) {
      const { rows } = await client.query<StoredRow>(
        `select name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source
         from public.leads where phone = $1 order by created_at`,
        [phone],
      );
      return rows;
    },
    async waitForMails(text, count) {
      for (;;) {
        const mails = (await readOutbox()).filter((mail) => mail.includes(text));
        if (mails.length >= count) return mails;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async close() {
      await client.end();
      await server.kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
