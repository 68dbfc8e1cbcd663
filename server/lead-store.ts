import { DatabaseError, type Pool } from 'pg';
import {
  LEAD_COLUMNS,
  SUBMISSION_ID_CONSTRAINT,
  SUBMISSION_ID_HEADER,
} from '../supabase/functions/_shared/lead/lead.ts';
import { SUSPECT_HEADER, type SuspectReason } from '../supabase/functions/_shared/lead/suspicion.ts';

/** The columns that were given, by name; what is not given stays null. */
export type LeadRow = Partial<Record<(typeof LEAD_COLUMNS)[number], string | null>>;

/** What became of an insert: a refusal carries PostgreSQL's SQLSTATE and, where it has one, the rule. */
export type InsertOutcome =
  { ok: true } | { ok: false; sqlState: string; constraint: string | undefined; replay: boolean };

/**
 * One statement, so one transaction and one round trip: the headers are set for the transaction, as
 * PostgREST does it, before the row's triggers read them.
 */
const INSERT = `
  insert into public.leads (${LEAD_COLUMNS.join(', ')})
  select ${LEAD_COLUMNS.map((_, index) => `$${index + 2}`).join(', ')}
  from (select set_config('request.headers', $1, true)) as headers`;

/** Refusals for what was sent; whatever else fails is the server's fault, and is thrown. */
const SENDERS_FAULT = /^(?:22|23|42501)/;

/** The brake on all leads together. @see supabase/migrations/20261120120510_brake_leads.sql */
export const TOO_MANY = 'PT429';

const isRefusal = (sqlState: string) => sqlState === TOO_MANY || SENDERS_FAULT.test(sqlState);

/** Stores leads through connections that work as the role `anon`. */
export function createLeadStore(asAnon: Pick<Pool, 'query'>) {
  return {
    /** @throws {Error} when the database cannot be reached, or does not answer in time */
    async insert(
      row: LeadRow,
      submissionId: string | undefined,
      suspectReasons: readonly SuspectReason[],
    ): Promise<InsertOutcome> {
      const headers = JSON.stringify({
        [SUBMISSION_ID_HEADER]: submissionId,
        ...(suspectReasons.length > 0 && { [SUSPECT_HEADER]: suspectReasons.join(',') }),
      });
      try {
        await asAnon.query({
          name: 'insert-lead',
          text: INSERT,
          values: [headers, ...LEAD_COLUMNS.map((column) => row[column] ?? null)],
        });
        return { ok: true };
      } catch (error) {
        if (!(error instanceof DatabaseError) || !isRefusal(error.code ?? '')) throw error;
        return {
          ok: false,
          sqlState: error.code ?? '',
          constraint: error.constraint,
          replay: error.constraint === SUBMISSION_ID_CONSTRAINT,
        };
      }
    },
  };
}

export type LeadStore = ReturnType<typeof createLeadStore>;
