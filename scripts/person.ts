/** `npm run person`: exports or erases all data about one person. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { jsonWithFiles } from '#src/lib/files/json-with-files.ts';
import {
  erasePerson,
  findPerson,
  parsePersonKey,
  readFiles,
  vacuumDeletedRows,
  type PersonRecord,
} from '../server/operations/person.ts';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { confirm } from './confirm.ts';
import { runCommand } from './run-command.ts';
import { print, printable } from './print.ts';
import { withUsage } from './with-usage.ts';

const USAGE = `Usage: npm run -s person -- export <email or phone>
       npm run -s person -- erase <email or phone> [--yes]

export  prints all data about the person as JSON, pictures and documents in base64
erase   shows the data, asks, and deletes the data; with --yes, without asking

Upper and lower case are the same in an email address. A phone number may start with +44, 0044 or 0, and have spaces and an extension.`;

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  });
  const [action, who, ...rest] = positionals;
  const isUsable = (action === 'export' || action === 'erase') && who !== undefined && rest.length === 0;
  return isUsable ? { action, key: parsePersonKey(who), yes: values.yes } : undefined;
}

function describe({ leads, mails }: PersonRecord): string {
  return [
    ...leads.map(({ lead, notification, deliveryAttempts }) => {
      const pending = notification?.sent_at === null ? ', NOT YET MAILED TO THE FIRM' : '';
      const { id, created_at, source, name, phone } = lead;
      return `lead ${id}: ${String(created_at)}, ${String(source)}, ${String(name)}, ${String(phone)}, delivery attempts: ${deliveryAttempts.length}${pending}`;
    }),
    ...mails.map(({ file }) => `mail ${file}`),
  ].join('\n');
}

await runCommand(async (log) => {
  const { action, key, yes } = withUsage(USAGE, readArguments);
  const env = loadEnvironment();
  const outbox = join(env.DATA_DIR, 'outbox');
  await workAsOwner(env, log, async (client) => {
    const found = await findPerson(client, outbox, key);
    if (action === 'export') {
      for await (const piece of jsonWithFiles({ lookedFor: key, ...found }, readFiles(client, found))) {
        process.stdout.write(printable(piece));
      }
      print('');
      return;
    }
    if (found.leads.length === 0) {
      // An earlier run, if it was interrupted, may have left the bytes of deleted rows in the database's files.
      await vacuumDeletedRows(client);
      print('There is no data about this person.');
      return;
    }
    print(describe(found));
    if (!yes && !(await confirm('Erase all of this?', 'erase'))) {
      print('Nothing was erased.');
      return;
    }
    await erasePerson(client, outbox, found);
    await vacuumDeletedRows(client);
    print(
      `Erased. Leads: ${found.leads.length}, mail files: ${found.mails.length}. Mails that were sent are still in your inbox, and older backups still contain the leads: erase them there too. docs/operations.md says what else remains, and for how long.`,
    );
  });
});
