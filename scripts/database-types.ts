/**
 * `npm run types`: writes `supabase/database.types.ts`, the types of what the API shows of the database. The Supabase
 * CLI generates them from a new database with the current migrations, which is removed afterwards.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { connect, withConnection } from '../server/database/connect.ts';
import { openEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { migrate } from '../server/database/migrate.ts';
import { runCommand } from './run-command.ts';

/** A later version than the dependency, whose own `gen types` needs Docker. npm cannot lock it for every platform. */
const CLI = 'supabase@3.1.0';

const FILE = join(import.meta.dirname, '../supabase/database.types.ts');

await runCommand(async (log) => {
  const folder = mkdtempSync(join(tmpdir(), 'database-types-'));
  const postgres = await openEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    password: 'types',
    log,
  });
  try {
    await withConnection(() => connect(postgres.connectionString, { timeoutMs: 10_000 }), migrate);
    const types = execFileSync(
      'npx',
      [
        '--yes',
        CLI,
        'gen',
        'types',
        `--remote=${postgres.connectionString}`,
        '--schema',
        'public,desk',
      ],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, PGSSLMODE: 'disable', SUPABASE_TELEMETRY_DISABLED: '1' },
      },
    );
    const header =
      '/** Written by `npm run types`. `tests/database/database-types.test.ts` compares it with the schema. */\n';
    // What follows are helper types that nothing uses.
    const used = types.slice(0, types.indexOf('type DatabaseWithoutInternals'));
    writeFileSync(FILE, await format(header + used, { ...(await resolveConfig(FILE)), filepath: FILE }));
  } finally {
    await postgres.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
