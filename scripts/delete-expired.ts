/**
 * `npm run delete-expired`: deletes expired data that the server keeps until an operator confirms the deletion, because
 * the clock has jumped or a large part of the leads would go. Shows the clock and the numbers, and asks unless `--yes`
 * is given.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inTransaction } from '../server/database/in-transaction.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { deleteExpiredMails, deleteExpiredRows, retentionDaysOf } from '../server/operations/retention.ts';
import { confirm } from './confirm.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';

class Rollback extends Error {}

await runCommand(async (log) => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const env = loadEnvironment();
  const days = retentionDaysOf(env);
  await workAsOwner(env, log, async (client) => {
    const { rows } = await client.query<{ now: Date; last: Date | null }>(
      'select now(), last_run_at as last from private.retention',
    );
    const { now, last } = rows[0] ?? { now: new Date(), last: null };
    await inTransaction(client, async () => {
      const { leads, suspects, attempts } = await deleteExpiredRows(client, days, { confirmed: true });
      print(`The database's clock: ${now.toISOString()}
Expired data was last deleted: ${last?.toISOString() ?? 'never'}
Expired now: ${leads} leads, ${suspects} suspect leads, ${attempts} delivery attempts`);
      throw new Rollback();
    }).catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
    if (!values.yes && !(await confirm('Is the clock right? Then delete all of this.', 'delete'))) {
      print('Nothing was deleted.');
      return;
    }
    await deleteExpiredRows(client, days, { confirmed: true });
    await deleteExpiredMails(join(env.DATA_DIR, 'outbox'), days, Date.now());
    print('Deleted. The server deletes expired data every day again.');
  });
});
