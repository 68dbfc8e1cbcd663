import { DatabaseError, type Pool } from 'pg';
import { LEAD_COLUMNS, SUBMISSION_ID_CONSTRAINT, SUBMISSION_ID_HEADER } from '#lead/lead.ts';
import { SUSPECT_HEADER, type SuspectReason } from '#lead/suspicion.ts';
import { inBatches } from './in-batches.ts';

/** The columns that were given, by name; what is not given stays null. */
export type LeadRow = Partial<Record<(typeof LEAD_COLUMNS)[number], string | null>>;

/** What became of an insert: a refusal carries PostgreSQL's SQLSTATE and, where it has one, the rule. */
export type InsertOutcome =
  { ok: true } | { ok: false; sqlState: string; constraint: string | undefined; replay: boolean };

/** A row, and the headers of its request that the triggers read. */
type LeadWithHeaders = LeadRow & { headers: Record<string, string | undefined> };

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

/** The brake on all leads together is asked once for each statement: so many may pass it. */
const MAX_LEADS_TOGETHER = 32;

/** So many at once come from no firm's visitors on an ordinary day. */
const CROWD = 8;

/** Refusals for what was sent; whatever else fails is the server's fault, and is thrown. */
const SENDERS_FAULT = /^(?:22|23|42501)/;

/** The brake on all leads together. @see supabase/migrations/20261120120510_brake_leads.sql */
export const TOO_MANY = 'PT429';

/** @throws {Error} what is no refusal */
function toRefusal(error: unknown): InsertOutcome & { ok: false } {
  const sqlState = error instanceof DatabaseError ? (error.code ?? '') : '';
  if (!(error instanceof DatabaseError) || !(sqlState === TOO_MANY || SENDERS_FAULT.test(sqlState))) {
    throw error;
  }
  return {
    ok: false,
    sqlState,
    constraint: error.constraint,
    replay: error.constraint === SUBMISSION_ID_CONSTRAINT,
  };
}

const submissionIdOf = ({ headers }: LeadWithHeaders) => headers[SUBMISSION_ID_HEADER]?.toLowerCase() ?? '';

/** The same order everywhere: two servers that store the same leads again must not wait for each other. */
const inOrder = (leads: readonly LeadWithHeaders[]) =>
  leads.toSorted((a, b) => (submissionIdOf(a) < submissionIdOf(b) ? -1 : 1));

/**
 * Stores leads through a connection that works as the role `anon`. Those that come at once are stored together,
 * in one transaction: many cost little more than one.
 */
export function createLeadStore(asAnon: Pick<Pool, 'query'>) {
  /** All of them, or, when one is refused, each half by itself: one that breaks a rule takes no other along. */
  async function store(leads: readonly LeadWithHeaders[]): Promise<InsertOutcome[]> {
    try {
      await asAnon.query({ name: 'insert-leads', text: INSERT, values: [JSON.stringify(inOrder(leads))] });
      return leads.map(() => ({ ok: true }));
    } catch (error) {
      const refusal = toRefusal(error);
      if (leads.length === 1 || refusal.sqlState === TOO_MANY) return leads.map(() => refusal);
    }
    const middle = Math.floor(leads.length / 2);
    return (await Promise.all([store(leads.slice(0, middle)), store(leads.slice(middle))])).flat();
  }

  const storeTogether = inBatches(store, { maxBatchSize: MAX_LEADS_TOGETHER });
  let waiting = 0;

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
      waiting += 1;
      try {
        if (submissionId !== undefined) return await storeTogether(lead);
        // Several without an id look like the array of one request, which the database refuses.
        const [outcome] = (await store([lead])) as [InsertOutcome];
        return outcome;
      } finally {
        waiting -= 1;
      }
    },

    /** Whether many leads wait to be stored. */
    isCrowded: () => waiting >= CROWD,
  };
}

/** What a request needs of it. */
export type LeadStore = Pick<ReturnType<typeof createLeadStore>, 'insert'>;
