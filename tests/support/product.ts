import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openKeys } from '../../server/keys.ts';
import { startServer, type RunningServer } from './running-server.ts';
import { waitUntil } from './wait-until.ts';

type StoredRow = Record<string, string | null> & { id: string };

/** The product as an operator starts it, on data of its own. */
export type Product = {
  server: RunningServer;
  dataDir: string;
  /** The stored leads for a phone number, oldest first, without id and time. */
  findLeads(phone: string): Promise<Omit<StoredRow, 'id' | 'created_at'>[]>;
  /**
   * Resolves with the mail about a phone number once it is sent, and with how often one was: two mails
   * about one lead are one file in the outbox, so the attempts are counted.
   */
  waitForMail(phone: string): Promise<{ mail: string; deliveries: number }>;
  close(): Promise<void>;
};

/** Where the embedded database of a data folder listens, for its superuser. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const lockFile = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
  const port = lockFile.split('\n')[3] ?? '';
  return `postgres://postgres:${openKeys(dataDir).databasePassword}@127.0.0.1:${port}/postgres`;
}

export async function readMails(dataDir: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  const files = (await readdir(outbox)).filter((file) => file.endsWith('.eml'));
  return Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
}

export async function startProduct(variables: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'product-'));
  const server = await startServer({ DATA_DIR: dataDir, ...variables });
  const client = new pg.Client(await embeddedDatabaseUrl(dataDir));
  client.on('error', () => undefined);
  await client.connect();

  async function countDeliveries(phone: string): Promise<number> {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count
       from private.delivery_attempts join public.leads on leads.id = lead_id
       where phone = $1 and finished_at is not null and error_code is null`,
      [phone],
    );
    return rows[0]?.count ?? 0;
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
    async waitForMail(phone) {
      await waitUntil('the notification is sent', async () => (await countDeliveries(phone)) > 0);
      const mails = (await readMails(dataDir)).filter((mail) => mail.includes(phone));
      return { mail: mails[0] ?? '', deliveries: await countDeliveries(phone) };
    },
    async close() {
      await client.end();
      await server.kill('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
