/** `npm run import`: imports the leads of another program from a CSV file, or undoes an import. */
import { parseArgs } from 'node:util';
import { workAsOwner } from '../server/database/work-as-owner.ts';
import { loadEnvironment } from '../server/env.ts';
import { FIELDS } from '../server/operations/import/columns.ts';
import { importLeads, undoImport, type ImportReport } from '../server/operations/import/import-leads.ts';
import { requireStage } from '../server/operations/import/words.ts';
import { confirm } from './confirm.ts';
import { runCommand } from './run-command.ts';
import { print } from './print.ts';
import { withUsage } from './with-usage.ts';

const USAGE = `Usage: npm run import -- <file.csv> [--map "Heading=field"]… [--stage "Word=stage"]… [--dates <order>] [--yes]
       npm run import -- --undo <number> [--worked-on-too]

Shows how each column was read, the first ten leads, and how many rows can be imported; asks; and imports them all, or
none. With --yes, without asking. Rows that cannot be imported are written to <file>.not-imported.csv, each with its number
and its reason.

--map            what a column is: ${FIELDS.join(', ')}; or none, to leave it out
--stage          the stage of the desk for a word in the file: contacted, appraised, offer_made, closed:no_reply, …
--dates          day-first or month-first: how 3/5/2024 is read, if the dates in the file do not show it
--undo           deletes the leads of an import
--worked-on-too  also those that staff have worked on since`;

function readPairs(given: readonly string[]): Map<string, string> {
  return new Map(
    given.map((pair) => {
      const at = pair.lastIndexOf('=');
      if (at < 1) throw new Error(`"${pair}" has no "=".`);
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

const DATE_ORDERS = { 'day-first': 'day first', 'month-first': 'month first' } as const;

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      map: { type: 'string', multiple: true, default: [] },
      stage: { type: 'string', multiple: true, default: [] },
      dates: { type: 'string' },
      yes: { type: 'boolean', default: false },
      undo: { type: 'string' },
      'worked-on-too': { type: 'boolean', default: false },
    },
  });
  if (values.undo !== undefined && positionals.length === 0 && /^\d{1,9}$/.test(values.undo)) {
    return { undo: Number(values.undo), workedOnToo: values['worked-on-too'] };
  }
  const [path, ...rest] = positionals;
  const dateOrder = Object.entries(DATE_ORDERS).find(([name]) => name === values.dates)?.[1];
  if (values.undo !== undefined || !path || rest.length > 0 || (values.dates && !dateOrder)) return undefined;
  const stages = readPairs(values.stage);
  for (const stage of stages.values()) requireStage(stage);
  return { path, map: readPairs(values.map), stages, dateOrder, yes: values.yes };
}

/** How many rows are named for each reason. */
const MOST_ROWS = 10;

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** How dates of digits are read, and how we know. */
function describeOrder({ dateOrder, foundOrder }: ImportReport): string {
  if (!foundOrder) return `dates ${dateOrder}, as you say`;
  const { both, ...proofs } = foundOrder.proofs;
  const proving = proofs[dateOrder];
  const others = proofs['day first'] + proofs['month first'] - proving;
  if (proving > 0) {
    const doubt = others > 0 ? `, but ${others} cannot be read so: they are in the notes` : '';
    return `dates ${dateOrder}, as ${count(proving, 'date')} ${proving === 1 ? 'proves' : 'prove'}${doubt}`;
  }
  if (both === 0) return 'no date whose order matters';
  return `dates day first. This is ASSUMED: ${count(both, 'date')} could also have the month first, and none shows the order. If 3/5/2024 is 5 March in this file, add --dates month-first`;
}

/** The report as text, without empty parts. */
function describe(report: ImportReport): string {
  const { format, columns, rows, imported, doNotContact, due, ...rest } = report;
  const delimiter = format.delimiter === '\t' ? 'tab' : format.delimiter;
  const list = (title: string, lines: string[]) => (lines.length > 0 ? ['', title, ...lines] : []);
  return [
    `Read as ${format.encoding}, separated by ${delimiter}, ${describeOrder(report)}.`,
    ...list(
      'Columns:',
      columns.map(
        ({ heading, field }) =>
          `  ${heading || '(no heading)'} → ${field === 'none' ? 'NOT IMPORTED' : (field ?? 'note, as it is not known')}`,
      ),
    ),
    ...(columns.some(({ field }) => field === 'phone')
      ? []
      : ['  No column was recognised as the phone number. If there is one, name it: --map "Heading=phone"']),
    ...list(
      'Stages:',
      [...rest.stages].map(
        ([word, { stage, count: times }]) =>
          `  ${word} → ${stage ?? 'contacted, NOT KNOWN: name it with --stage'} (${times})`,
      ),
    ),
    ...list(
      'The first leads:',
      rest.preview.map(
        ({ name, phone, email, address, postcode, created, stage, close_reason, next_at }) =>
          `  ${[name, phone, email, address, postcode, created?.slice(0, 10), [stage, close_reason].filter(Boolean).join(': '), next_at && `next ${next_at.slice(0, 10)}`].filter(Boolean).join(' | ')}`,
      ),
    ),
    '',
    `${count(rows, 'row')}: ${count(imported, 'lead')} (${doNotContact} not to be contacted), ${rows - imported} not imported.`,
    ...(due > 0
      ? [
          `${count(due, 'next step is', 'next steps are')} due by now: ${due === 1 ? 'it is' : 'they are'} in the list "Now".`,
        ]
      : []),
    ...[...rest.rejected].map(
      ([reason, at]) =>
        `  ${at.length}: ${reason} Row ${at.slice(0, MOST_ROWS).join(', ')}${at.length > MOST_ROWS ? ', …' : ''}`,
    ),
    ...list(
      'Not read, and kept in the notes:',
      [...rest.unread].map(([heading, times]) => `  ${heading}: ${times}`),
    ),
  ].join('\n');
}

await runCommand(async (log) => {
  const given = withUsage(USAGE, readArguments);
  await workAsOwner(loadEnvironment(), log, async (client) => {
    if (given.undo !== undefined) {
      const kept = await undoImport(client, given.undo, given.workedOnToo);
      if (kept > 0) {
        throw new Error(
          `Staff have worked on ${count(kept, 'lead')} of this import since. To delete them too, add --worked-on-too.`,
        );
      }
      print(`Import ${given.undo} is undone: its leads are deleted.`);
      return;
    }
    const { path, yes, ...options } = given;
    const { id, rows, imported, rejectedPath } = await importLeads(client, path, {
      ...options,
      rejectedPath: `${path.replace(/\.csv$/i, '')}.not-imported.csv`,
      async confirm(report) {
        print(describe(report));
        if (report.imported === 0) return false;
        // Without a terminal, the command only shows the report.
        return yes || (process.stdin.isTTY && (await confirm('\nImport these leads?', 'import')));
      },
    });
    if (imported < rows) print(`\nThe rows that cannot be imported are in ${rejectedPath}.`);
    print(
      id > 0
        ? `\nImported ${count(imported, 'lead')} as import ${id}. To take it back: npm run import -- --undo ${id}`
        : '\nNothing was imported. Add --yes to import without being asked.',
    );
  });
});
