/**
 * `npm run bench:import`: imports files of 5,000 and 50,000 leads into an empty database. Every fiftieth row is broken.
 * Prints how long each import takes and how much memory the command needs. Exits with 1 when a target is missed.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { importLeads } from '../server/operations/import/import-leads.ts';
import { atMost, describeRun, markdownTable, reportChecks } from '../tests/support/bench-report.ts';
import { largeExport } from '../tests/support/crm-exports.ts';
import { startThrowawayPostgres } from '../tests/support/throwaway-postgres.ts';

const run = describeRun();
const postgres = await startThrowawayPostgres();
const client = new pg.Client(postgres.connectionString);

async function measure(rows: number) {
  const path = join(postgres.folder, `${rows}.csv`);
  await once(Readable.from(largeExport(rows, 50)).pipe(createWriteStream(path)), 'close');
  let mostMemory = 0;
  const sampling = setInterval(() => {
    mostMemory = Math.max(mostMemory, process.memoryUsage().rss);
  }, 50);
  const startedAt = performance.now();
  const { imported } = await importLeads(client, path, {
    map: new Map(),
    stages: new Map(),
    dateOrder: undefined,
    rejectedPath: `${path}.not-imported`,
    confirm: () => Promise.resolve(true),
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(sampling);
  await client.query('delete from public.leads');
  return {
    rows,
    imported,
    'not imported': rows - imported,
    seconds: Number(seconds.toFixed(1)),
    'memory MB': Math.round(mostMemory / 2 ** 20),
  };
}

try {
  await client.connect();
  await migrate(client);
  const small = await measure(5_000);
  const large = await measure(50_000);
  console.log(`${run}\n\n${markdownTable([small, large])}`);
  reportChecks([
    atMost(60, '50,000 rows, s', large.seconds),
    atMost(1.3, '50,000 rows, memory of 5,000', large['memory MB'] / small['memory MB']),
  ]);
} finally {
  await client.end();
  await postgres.close();
}
