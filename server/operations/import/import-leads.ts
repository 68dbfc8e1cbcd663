import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Client } from 'pg';
import * as z from 'zod';
import { adoptAll } from '../../cases/adopt.ts';
import { csvCell } from '../../cases/csv.ts';
import { londonDay } from '../../cases/days.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { execute, firstRowOf, rowsOf, sql } from '../../database/statement.ts';
import { isHeading, readColumns, REASON_HEADING, type Column, type Field } from './columns.ts';
import { detectFormat, readRows, type CsvFormat } from './csv-file.ts';
import { findDateOrder, type FoundOrder } from './date-order.ts';
import type { DateOrder } from './dates.ts';
import { readRow, type ImportedLead } from './read-row.ts';
import { storeLeads } from './store-leads.ts';

type Options = {
  /** What a column is read as, by its heading. */
  map: ReadonlyMap<string, string>;
  /** Stages of the desk, by the word in the file. */
  stages: ReadonlyMap<string, string>;
  /** Undefined: found out from the dates in the file. */
  dateOrder: DateOrder | undefined;
  /** The file for the rows that are not imported. It is only written if there are some. */
  rejectedPath: string;
  /** Whether to keep what has been done; otherwise it is rolled back. */
  confirm: (report: ImportReport) => Promise<boolean>;
};

export type ImportReport = {
  id: number;
  format: CsvFormat;
  /** In the order of the file. */
  columns: Column[];
  dateOrder: DateOrder;
  /** What the dates of the file prove; undefined if the operator has said the order. */
  foundOrder: FoundOrder | undefined;
  rows: number;
  imported: number;
  /** How many rows say that somebody wants no contact. */
  doNotContact: number;
  /** Leads whose next step is due by now, so that they are in the desk's list "now". */
  due: number;
  /** How many cells could not be read, so that they are in the notes, by heading. */
  unread: Map<string, number>;
  /** The numbers of the rows that were not imported, by reason. */
  rejected: Map<string, number[]>;
  /** The file that has these rows. */
  rejectedPath: string;
  /** The words for stages in the file, what they were read as, and how often. */
  stages: Map<string, { stage: string | undefined; count: number }>;
  /** The first leads, as they were read. */
  preview: ImportedLead[];
};

const PREVIEW = 10;
const BATCH = 500;
/** After how many rows the statistics of the tables are collected. */
const ANALYSE_AT = [BATCH, 10 * BATCH];
/** How many different words for stages are collected at most, because the column may be free text. */
const MOST_STAGE_WORDS = 200;

/** How many rows above the headings are looked at: titles, and when the file was made. */
const MOST_TITLES = 10;

const UNREACHABLE = 'There is no phone number and no e-mail address that can be used.';
const REPEAT = 'A lead of this person about this address is already there.';

/**
 * Writes the rows that are not imported, in the format of the file, with the reason in a last column: into a new folder of
 * temporary files, if it cannot be written where it should be.
 */
function openRejectedFile(wanted: string, { delimiter }: CsvFormat, headings: readonly string[]) {
  let path = wanted;
  let file: FileHandle | undefined;
  const toLine = (cells: readonly string[]) => `${cells.map(csvCell).join(delimiter)}\r\n`;
  const openElsewhere = async () => {
    path = join(await mkdtemp(join(tmpdir(), 'import-')), basename(wanted));
    return open(path, 'w', 0o600);
  };
  return {
    /** @returns the path of the file */
    async add(rows: readonly { cells: string[]; reason: string }[]): Promise<string> {
      if (rows.length === 0) return path;
      if (!file) {
        file = await open(path, 'w', 0o600).catch(openElsewhere);
        // With the byte order mark, Excel reads the file as UTF-8.
        await file.appendFile(`\ufeff${toLine([...headings, REASON_HEADING])}`);
      }
      // Cells without a heading come last, so that the reason stands below its own.
      const lines = rows.map(({ cells, reason }) =>
        toLine([...headings.map((_, at) => cells[at] ?? ''), reason, ...cells.slice(headings.length)]),
      );
      await file.appendFile(lines.join(''));
      return path;
    },
    close: async () => file?.close(),
  };
}

async function refuseSameFile(client: Client, { hash }: CsvFormat): Promise<void> {
  const { rows } = await client.query<{ id: number; day: string }>(
    `select id, to_char(at at time zone 'Europe/London', 'FMDD FMMonth YYYY') as day
     from desk.imports where file_hash = $1 and undone_at is null`,
    [hash],
  );
  if (rows[0]) {
    throw new Error(
      `This file was imported on ${rows[0].day} already. To repeat it, first undo import ${rows[0].id}.`,
    );
  }
}

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * Finds the headings, which may be below a title.
 *
 * @returns if no headings are known, the first row that has more than a title; undefined if there is none
 */
async function findHeading(path: string, format: CsvFormat, map: ReadonlyMap<string, string>) {
  let first: { headings: string[]; row: number } | undefined;
  let row = 0;
  for await (const headings of readRows(path, format)) {
    row += 1;
    if (isHeading(headings, map)) return { headings, row };
    // A title is in one cell.
    if (filledIn(first?.headings ?? []) < Math.min(filledIn(headings), 2)) first = { headings, row };
    if (row === MOST_TITLES) break;
  }
  return first;
}

/**
 * Imports the leads of a CSV file, in one transaction. Reads the file as a stream, so a large one takes no more memory.
 *
 * @throws {Error} in one sentence when the file cannot be read, has no columns for a name and a phone number or e-mail address, or was imported
 *   before
 */
export async function importLeads(
  client: Client,
  path: string,
  { map, stages, dateOrder, rejectedPath, confirm }: Options,
): Promise<ImportReport> {
  const format = await detectFormat(path);
  await refuseSameFile(client, format);
  const heading = await findHeading(path, format, map);
  if (!heading) throw new Error(`${path} is empty.`);
  const { headings } = heading;
  const columns = readColumns(headings, map);
  const foundOrder = dateOrder ? undefined : await findDateOrder(path, format, columns);
  const report: ImportReport = {
    id: 0,
    format,
    columns: columns.toSorted((a, b) => a.index - b.index),
    dateOrder: dateOrder ?? foundOrder?.order ?? 'day first',
    foundOrder,
    rows: 0,
    imported: 0,
    doNotContact: 0,
    due: 0,
    unread: new Map(),
    rejected: new Map(),
    rejectedPath,
    stages: new Map(),
    preview: [],
  };
  const rowOptions = {
    columns,
    dateOrder: report.dateOrder,
    stages,
    today: londonDay(0),
    onStage(word: string, stage: string | undefined) {
      const known = report.stages.get(word);
      if (known) known.count += 1;
      else if (report.stages.size < MOST_STAGE_WORDS) report.stages.set(word, { stage, count: 1 });
    },
  };
  // That of an earlier run. If it cannot be deleted, the new one is written elsewhere.
  await rm(rejectedPath, { force: true }).catch(() => undefined);
  const rejected = openRejectedFile(rejectedPath, format, headings);

  const headingsOf = (fields: readonly Column['field'][]) =>
    report.columns.flatMap(({ heading, field }) => (fields.includes(field) ? heading : [])).join(', ');

  async function store(batch: readonly { row: number; cells: string[] }[]): Promise<void> {
    const read = batch.map((given) => ({ ...given, ...readRow(given.cells, rowOptions) }));
    const leads = read.flatMap(({ lead }) => lead ?? []);
    const stored = await storeLeads(client, report.id, leads);
    report.due += stored.due;
    const codes = stored.reasons.values();
    const refused: { cells: string[]; reason: string }[] = [];
    for (const { row, cells, lead, unread } of read) {
      const code = lead ? codes.next().value : undefined;
      report.rows += 1;
      report.doNotContact += Number(lead?.do_not_call ?? false);
      if (lead && code == null) {
        report.imported += 1;
        for (const heading of unread) report.unread.set(heading, (report.unread.get(heading) ?? 0) + 1);
        if (report.preview.length < PREVIEW) report.preview.push(lead);
        continue;
      }
      const reason = !lead ? UNREACHABLE : code === 'repeat' ? REPEAT : `It breaks the rule ${code ?? ''}.`;
      const fields: Field[] = lead ? ['phone', 'email', 'street', 'postcode'] : ['phone', 'email'];
      report.rejected
        .set(reason, report.rejected.get(reason) ?? [])
        .get(reason)
        ?.push(row);
      refused.push({ cells, reason: `Row ${row} (${headingsOf(fields)}): ${reason}` });
    }
    report.rejectedPath = await rejected.add(refused);
  }

  // The case of a lead is what a repeated lead is compared with.
  await adoptAll(client);
  try {
    return await inTransaction(client, async () => {
      const made = await client.query<{ id: number }>(
        'insert into desk.imports (file_name, file_hash) values ($1, $2) returning id',
        [basename(path), format.hash],
      );
      report.id = made.rows[0]?.id ?? 0;
      const batch: { row: number; cells: string[] }[] = [];
      let row = 0;
      for await (const cells of readRows(path, format)) {
        row += 1;
        if (row <= heading.row || filledIn(cells) === 0) continue;
        batch.push({ row, cells });
        if (batch.length < BATCH) continue;
        await store(batch.splice(0));
        // PostgreSQL plans the statements by its statistics. Those of an empty table make it read whole tables and
        // indexes, which becomes too slow as the tables fill.
        if (ANALYSE_AT.includes(report.rows)) await client.query('analyze desk.cases, public.leads');
      }
      if (batch.length > 0) await store(batch);
      await client.query(
        `update desk.imports
         set leads = $2, last_event = (select max(id) from desk.events)
         where id = $1`,
        [report.id, report.imported],
      );
      if ((await confirm(report)) && report.imported > 0) return report;
      throw new NotConfirmed(report);
    });
  } catch (error) {
    if (error instanceof NotConfirmed) return { ...error.report, id: 0 };
    throw error;
  } finally {
    await rejected.close();
  }
}

/** Thrown to roll the transaction back when the import was not confirmed. */
class NotConfirmed extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super('Nothing was imported.');
    this.report = report;
  }
}

/**
 * Undoes an import by deleting its leads.
 *
 * @returns the number of leads that are kept, with the import, because staff have worked on them; 0 if all were deleted
 * @throws {Error} when there is no such import, or when a lead is on hold
 */
export async function undoImport(client: Client, id: number, workedOnToo: boolean): Promise<number> {
  return inTransaction(client, async () => {
    const undone = await firstRowOf(
      client,
      z.object({ last_event: z.string().nullable(), undone_at: z.unknown().nullable() }),
      sql`select last_event, undone_at from desk.imports where id = ${id} for update`,
    );
    if (undone?.undone_at !== null) throw new Error(`There is no import ${id}, or it was undone.`);
    const leads = await rowsOf(
      client,
      z.object({ lead_id: z.string(), is_worked_on: z.boolean() }),
      sql`
        select lead_id, exists (
          select from desk.events
          where events.lead_id = imported_leads.lead_id and events.id > ${undone.last_event}::bigint
        ) as is_worked_on
        from desk.imported_leads where import_id = ${id}`,
    );
    const workedOn = leads.filter(({ is_worked_on }) => is_worked_on).length;
    if (workedOn > 0 && !workedOnToo) return workedOn;
    // Removes the holds that the import itself has set, for bought houses. A hold that staff have set stays, and the
    // erasure is refused.
    const untouched = leads.filter(({ is_worked_on }) => !is_worked_on).map(({ lead_id }) => lead_id);
    await execute(
      client,
      sql`
        update desk.cases set hold_until = null, hold_reason = null
        where hold_until is not null and lead_id = any (${untouched}::uuid[])`,
    );
    const ids = leads.map(({ lead_id }) => lead_id);
    await execute(client, sql`select desk.erase_leads(${ids}::uuid[], 'import_undone')`);
    await execute(client, sql`update desk.imports set undone_at = now() where id = ${id}`);
    return 0;
  });
}
