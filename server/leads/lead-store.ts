import { DatabaseError } from 'pg';
import { ENQUIRY_KEY_HEADER } from '#lead/enquiry-key.ts';
import { LEAD_COLUMNS, SUBMISSION_ID_CONSTRAINT, SUBMISSION_ID_HEADER } from '#lead/lead.ts';
import { ORIGIN_HEADER } from '#lead/origin.ts';
import { SUSPECT_HEADER, type SuspectReason } from '#lead/suspicion.ts';
import type { Query } from '../database/query-keeping-connection.ts';

/** The given columns, by name. A column that is missing here is null in the database. */
export type LeadRow = Partial<Record<(typeof LEAD_COLUMNS)[number], string | null>>;

export type Submission = {
  row: LeadRow;
  submissionId: string | undefined;
  suspectReasons: readonly SuspectReason[];
  /** The lead's page and campaign, as `originOf` writes them. The database ignores what it cannot read. */
  origin: string | undefined;
  /**
   * The hash of the key to the seller's page, from the request's header. The database ignores a value that is no hash.
   */
  keyHash: string | undefined;
  /** The visitor's IP address. If undefined, the rate limit per IP address does not apply. */
  clientIp: string | undefined;
};

/**
 * A rule of the database refused the lead: its SQLSTATE, the constraint if there is one, and whether this is a replay,
 * a lead that is already stored.
 */
export type NotStored = { ok: false; sqlState: string; constraint: string | undefined; replay: boolean };

/** A rate limit refused the lead. It will be accepted after this time. */
type TooMany = { ok: false; secondsToWait: number };

export type InsertOutcome = { ok: true } | NotStored | TooMany;

/**
 * Inserts one lead. `set_config` sets `request.headers`, which the triggers read, to the headers of the lead's request
 * until the end of the transaction, as PostgREST does. The call is in the condition: after `from`, PostgreSQL would first
 * store its result in a temporary place, which takes longer.
 */
const INSERT = `
  insert into public.leads (${LEAD_COLUMNS.join(', ')})
  select ${LEAD_COLUMNS.map((_, index) => `$${index + 2}`).join(', ')}
  where set_config('request.headers', $1, true) is not null`;

/**
 * The header that the rate limit per IP address reads. In front of a hosted Supabase, Cloudflare sets it.
 *
 * @see docs/decisions/0009-limits-and-suspicion.md why the header can be trusted
 */
const CLIENT_IP_HEADER = 'cf-connecting-ip';

/** SQLSTATEs that the lead caused. Any other error is thrown. */
const CAUSED_BY_LEAD = /^(?:22|23|42501)/;

/** The SQLSTATE with which a rate limit refuses leads. */
export const TOO_MANY = 'PT429';

/**
 * Seconds to wait after a lead was refused because all leads together were above the limits per minute and per day. The
 * limit per minute counts the leads of the last 60 seconds, so it may no longer be exceeded after 30.
 */
const GLOBAL_LIMIT_SECONDS = 30;

/** Stores each lead with one statement, through connections with the role `anon`. */
export function createLeadStore(queryAsAnon: Query) {
  return {
    /** @throws {Error} when the database cannot be reached, or does not respond in time */
    async insert({
      row,
      submissionId,
      suspectReasons,
      origin,
      keyHash,
      clientIp,
    }: Submission): Promise<InsertOutcome> {
      const headers = {
        [SUBMISSION_ID_HEADER]: submissionId,
        [CLIENT_IP_HEADER]: clientIp,
        ...(suspectReasons.length > 0 && { [SUSPECT_HEADER]: suspectReasons.join(',') }),
        [ORIGIN_HEADER]: origin,
        [ENQUIRY_KEY_HEADER]: keyHash,
      };
      try {
        await queryAsAnon({
          name: 'insert-lead',
          text: INSERT,
          values: [JSON.stringify(headers), ...LEAD_COLUMNS.map((column) => row[column])],
        });
        return { ok: true };
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        const { code: sqlState = '', constraint, detail } = error;
        if (sqlState === TOO_MANY) {
          // The limit per IP address says how long to wait. The limit on all leads together does not.
          return { ok: false, secondsToWait: Number(detail ?? GLOBAL_LIMIT_SECONDS) };
        }
        if (!CAUSED_BY_LEAD.test(sqlState)) throw error;
        return { ok: false, sqlState, constraint, replay: constraint === SUBMISSION_ID_CONSTRAINT };
      }
    },
  };
}

export type LeadStore = ReturnType<typeof createLeadStore>;
