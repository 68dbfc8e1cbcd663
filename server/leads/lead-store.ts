import { DatabaseError } from 'pg';
import { LEAD_COLUMNS, SUBMISSION_ID_CONSTRAINT, SUBMISSION_ID_HEADER } from '#lead/lead.ts';
import { ORIGIN_HEADER } from '#lead/origin.ts';
import { SUSPECT_HEADER, type SuspectReason } from '#lead/suspicion.ts';
import type { Query } from '../database/query-keeping-connection.ts';
import { limitConcurrency } from '../http/limit-concurrency.ts';
import { inBatches } from './in-batches.ts';
import { isValidLead } from './valid-lead.ts';

/** The given columns, by name. A column that is missing here is null in the database. */
export type LeadRow = Partial<Record<(typeof LEAD_COLUMNS)[number], string | null>>;

export type Submission = {
  row: LeadRow;
  submissionId: string | undefined;
  suspectReasons: readonly SuspectReason[];
  /** The lead's page and campaign, as `originOf` returns them; may be empty. */
  origin: string;
  /** The visitor's IP address. If undefined, the rate limit per IP address does not apply. */
  clientIp: string | undefined;
};

/**
 * A rule of the database refused the lead: its SQLSTATE, the constraint if there is one, and whether this is a replay,
 * a lead that is already stored.
 */
export type Refusal = { ok: false; sqlState: string; constraint: string | undefined; replay: boolean };

/** A rate limit refused the lead. It will be accepted after this time. */
type TooMany = { ok: false; secondsToWait: number };

export type InsertOutcome = { ok: true } | Refusal | TooMany;

/** A row, and the request headers that the triggers read. */
type LeadWithHeaders = { row: LeadRow; headers: Record<string, string | undefined> };

/**
 * Inserts one lead or many in one statement: one transaction, one round trip. Before each row reaches the triggers, the
 * statement sets `request.headers`, which they read, to that row's headers, as PostgREST does for a request. This works
 * because PostgreSQL stores each row before it reads the next. The triggers after the statement read the headers of all
 * rows from `leads.headers`.
 *
 * @see supabase/migrations/20261127000400_mail_queue.sql
 */
const INSERT = `
  insert into public.leads (${LEAD_COLUMNS.join(', ')})
  select ${LEAD_COLUMNS.join(', ')}
  from (
    select lead.*, set_config('request.headers', headers, true)
    from set_config('leads.headers', $2::text, true)
    cross join rows from (
      json_to_recordset($1) as (${LEAD_COLUMNS.map((column) => `${column} text`).join(', ')}),
      json_array_elements_text($2::text::json)
    ) as lead (${LEAD_COLUMNS.join(', ')}, headers)
  ) as request`;

/**
 * The header that the rate limit per IP address reads. In front of a hosted Supabase, Cloudflare sets it.
 *
 * @see supabase/migrations/20261127000300_suspicion_and_limits.sql why the header can be trusted
 */
const CLIENT_IP_HEADER = 'cf-connecting-ip';

/** The limits on all leads together are checked once per statement, so a flood may exceed them by this number. */
const MAX_LEADS_PER_STATEMENT = 32;

/**
 * How many leads that are invalid or lack a submission id may wait for `storeAlone`. The site never sends such a lead.
 */
const MAX_WAITING = 1_000;

/** SQLSTATEs that the lead caused. Any other error is thrown. */
const CAUSED_BY_LEAD = /^(?:22|23|42501)/;

/** The SQLSTATE with which a rate limit refuses leads. */
export const TOO_MANY = 'PT429';

/**
 * Seconds to wait after a lead was refused because all leads together were above the limits per minute and per day. The
 * limit per minute counts the leads of the last 60 seconds, so it may no longer be exceeded after 30.
 */
const GLOBAL_LIMIT_SECONDS = 30;

const submissionIdOf = ({ headers }: LeadWithHeaders) => headers[SUBMISSION_ID_HEADER]?.toLowerCase() ?? '';

/** Sorts by submission id: two servers that store the same leads at once, each in another order, could deadlock. */
const inOrder = (leads: readonly LeadWithHeaders[]) =>
  leads.toSorted((a, b) => (submissionIdOf(a) < submissionIdOf(b) ? -1 : 1));

/**
 * The leads that a rate limit refused, each with the seconds to wait. The limit per IP address lists the positions of
 * these leads, with the seconds, as JSON in the error's detail. Without a detail, the limit per day has refused all
 * leads of the statement.
 */
function readWaits(detail: string | undefined, leads: readonly LeadWithHeaders[]) {
  const seconds = detail === undefined ? undefined : (JSON.parse(detail) as Record<string, number>);
  const waits = new Map<LeadWithHeaders, number>();
  for (const [position, lead] of leads.entries()) {
    const wait = seconds ? seconds[position] : GLOBAL_LIMIT_SECONDS;
    if (wait !== undefined) waits.set(lead, wait);
  }
  return waits;
}

/**
 * Stores leads through connections with the role `anon`. Leads that arrive while others are being stored share the next
 * transaction, because many leads in one statement cost little more than one.
 */
export function createLeadStore(queryAsAnon: Query) {
  /** Inserts the batch. Repeats it without the leads that a rate limit refuses; bisects it when a rule is broken. */
  async function store(leads: readonly LeadWithHeaders[]): Promise<InsertOutcome[]> {
    if (leads.length === 0) return [];
    const sent = inOrder(leads);
    try {
      const rows = sent.map(({ row }) => row);
      const headers = sent.map((lead) => lead.headers);
      await queryAsAnon({
        name: 'insert-leads',
        text: INSERT,
        values: [JSON.stringify(rows), JSON.stringify(headers)],
      });
      return leads.map(() => ({ ok: true }));
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const { code: sqlState = '', constraint, detail } = error;
      if (sqlState === TOO_MANY) return storeOthers(leads, readWaits(detail, sent));
      if (!CAUSED_BY_LEAD.test(sqlState)) throw error;
      if (leads.length === 1) {
        return [{ ok: false, sqlState, constraint, replay: constraint === SUBMISSION_ID_CONSTRAINT }];
      }
    }
    const middle = Math.floor(leads.length / 2);
    return (await Promise.all([store(leads.slice(0, middle)), store(leads.slice(middle))])).flat();
  }

  async function storeOthers(
    leads: readonly LeadWithHeaders[],
    waits: Map<LeadWithHeaders, number>,
  ): Promise<InsertOutcome[]> {
    const others = leads.filter((lead) => !waits.has(lead));
    const outcomes = await store(others);
    for (const [position, lead] of leads.entries()) {
      const secondsToWait = waits.get(lead);
      if (secondsToWait !== undefined) outcomes.splice(position, 0, { ok: false, secondsToWait });
    }
    return outcomes;
  }

  const storeInBatches = inBatches(store, { maxBatchSize: MAX_LEADS_PER_STATEMENT });

  /**
   * Stores leads that break a rule or have no submission id one after the other, so that they do not take every
   * connection. In a batch, an invalid lead would cost up to ten statements (bisection), and leads without a submission
   * id would look like a request with an array of leads, which the database rejects.
   */
  const runAlone = limitConcurrency({ running: 1, waiting: MAX_WAITING });

  async function storeAlone(lead: LeadWithHeaders): Promise<InsertOutcome> {
    const outcomes = await runAlone(() => store([lead]));
    if (!outcomes?.[0]) throw new Error('Too many leads wait that are invalid or lack a submission id.');
    return outcomes[0];
  }

  return {
    /** @throws {Error} when the database cannot be reached, or does not respond in time */
    async insert({
      row,
      submissionId,
      suspectReasons,
      origin,
      clientIp,
    }: Submission): Promise<InsertOutcome> {
      const lead = {
        row,
        headers: {
          [SUBMISSION_ID_HEADER]: submissionId,
          [CLIENT_IP_HEADER]: clientIp,
          ...(suspectReasons.length > 0 && { [SUSPECT_HEADER]: suspectReasons.join(',') }),
          ...(origin && { [ORIGIN_HEADER]: origin }),
        },
      };
      if (submissionId === undefined || !isValidLead(row)) return storeAlone(lead);
      return storeInBatches(lead);
    },
  };
}

export type LeadStore = ReturnType<typeof createLeadStore>;
