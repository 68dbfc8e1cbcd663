import { DatabaseError, type Pool } from 'pg';
import {
  LEAD_COLUMNS,
  SUBMISSION_ID_CONSTRAINT,
  SUBMISSION_ID_HEADER,
} from '../supabase/functions/_shared/lead/lead.ts';
import { SUSPECT_HEADER, type SuspectReason } from '../supabase/functions/_shared/lead/suspicion.ts';
import { inBatches } from './in-batches.ts';

/** The columns that were given, by name; what is not given stays null. */
export type LeadRow = Partial<Record<(typeof LEAD_COLUMNS)[number], string | null>>;

/** What became of an insert: a refusal carries PostgreSQL's SQLSTATE and, where it has one, the rule. */
export type InsertOutcome =
  { ok: true } | { ok: false; sqlState: string; constraint: string | undefined; replay: boolean };

/** A row, and the headers of its request that the triggers read. */
type Lead = LeadRow & { headers: Record<string, string | undefined> };

/**
 * One statement, so one transaction and one round trip, for one lead or for many. Each row's headers are set
 * as PostgREST sets them, for the transaction, before the row reaches the triggers: a row is stored before
 * the next one is read.
 *
 * @see supabase/migrations/20261121090000_store_leads_together.sql
 */
const INSERT = `
  insert into public.leads (${LEAD_COLUMNS.join(', ')})
  select ${LEAD_COLUMNS.join(', ')}
  from (
    select *, set_config('request.headers', headers, true)
    from json_to_recordset($1) as lead (headers text, ${LEAD_COLUMNS.map((column) => `${column} text`).join(', ')})
  ) as request`;

/** Few enough for a brake that looks before each statement. */
const MAX_LEADS_TOGETHER = 32;

/** So many at once come from no firm's visitors on an ordinary day. */
const CROWD = 8;

/** Refusals for what was sent; whatever else fails is the server's fault, and is thrown. */
const SENDERS_FAULT = /^(?:22|23|42501)/;

/** Two servers that store the same leads again, in another order. */
const DEADLOCK = '40P01';

/** The brake on all leads together. @see supabase/migrations/20261120120510_brake_leads.sql */
export const TOO_MANY = 'PT429';

const isRefusal = (sqlState: string) => sqlState === TOO_MANY || SENDERS_FAULT.test(sqlState);

/** Whether one of many may have failed the others. */
const isOneLeadsFault = (error: unknown) =>
  error instanceof DatabaseError && (SENDERS_FAULT.test(error.code ?? '') || error.code === DEADLOCK);

/** @throws {Error} what is no refusal */
function toOutcome(error: unknown): InsertOutcome {
  if (!(error instanceof DatabaseError) || !isRefusal(error.code ?? '')) throw error;
  return {
    ok: false,
    sqlState: error.code ?? '',
    constraint: error.constraint,
    replay: error.constraint === SUBMISSION_ID_CONSTRAINT,
  };
}

/**
 * Stores leads through connections that work as the role `anon`. Those that come at once are stored together,
 * in one transaction: many cost little more than one.
 */
export function createLeadStore(asAnon: Pick<Pool, 'query'>) {
  const insertAll = (leads: readonly Lead[]) =>
    asAnon.query({ name: 'insert-leads', text: INSERT, values: [JSON.stringify(leads)] });

  const insertAlone = (lead: Lead): Promise<InsertOutcome> =>
    insertAll([lead]).then(() => ({ ok: true }), toOutcome);

  const insertTogether = inBatches<Lead, InsertOutcome>(
    async (leads) => {
      try {
        await insertAll(leads);
        return leads.map(() => ({ ok: true }));
      } catch (error) {
        // None is stored: each by itself then, so that one that breaks a rule takes no other along.
        if (leads.length > 1 && isOneLeadsFault(error)) {
          return Promise.all(
            leads.map((lead) => insertAlone(lead).catch((failure: unknown) => failure as Error)),
          );
        }
        const outcome = toOutcome(error);
        return leads.map(() => outcome);
      }
    },
    { maxBatchSize: MAX_LEADS_TOGETHER },
  );

  let underWay = 0;

  return {
    /** @throws {Error} when the database cannot be reached, or does not answer in time */
    async insert(
      row: LeadRow,
      submissionId: string | undefined,
      suspectReasons: readonly SuspectReason[],
    ): Promise<InsertOutcome> {
      const lead = {
        ...row,
        headers: {
          [SUBMISSION_ID_HEADER]: submissionId,
          ...(suspectReasons.length > 0 && { [SUSPECT_HEADER]: suspectReasons.join(',') }),
        },
      };
      // Several without an id look like the array of one request.
      underWay += 1;
      try {
        return await (submissionId === undefined ? insertAlone(lead) : insertTogether(lead));
      } finally {
        underWay -= 1;
      }
    },

    /** Whether many leads wait to be stored. */
    isCrowded: () => underWay >= CROWD,
  };
}

/** What a request needs of it. */
export type LeadStore = Pick<ReturnType<typeof createLeadStore>, 'insert'>;
