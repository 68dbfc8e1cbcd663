import type { SuspectReason } from '#lead/suspicion.ts';
import type { AddressLimit } from './address-limits.ts';
import { TOO_MANY, type InsertOutcome, type LeadRow, type LeadStore } from './lead-store.ts';

/** When to come back after the brake on all leads together: it looks at the last minute. */
const TOTAL_BRAKE_SECONDS = 30;

type Submission = {
  /** Who sends it; undefined where that cannot be known. */
  address: string | undefined;
  row: LeadRow;
  submissionId: string | undefined;
  suspectReasons: readonly SuspectReason[];
};

/** Too many leads: after so many seconds the same one will be taken. */
type TooMany = { ok: false; secondsToWait: number };

export type LimitedLeads = {
  /** @throws {Error} when the lead cannot be stored through no fault of its sender */
  insert(submission: Submission): Promise<InsertOutcome | TooMany>;
};

/** Stores leads within both limits: the one per address, and the database's brake on all of them together. */
export function limitLeads(leads: LeadStore, limit: AddressLimit): LimitedLeads {
  return {
    async insert({ address, row, submissionId, suspectReasons }) {
      const secondsToWait = await limit.count(address);
      if (secondsToWait !== undefined) return { ok: false, secondsToWait };
      const outcome = await leads.insert(row, submissionId, suspectReasons).catch(async (error: unknown) => {
        await limit.forgive(address);
        throw error;
      });
      if (outcome.ok || outcome.sqlState !== TOO_MANY) return outcome;
      await limit.forgive(address);
      return { ok: false, secondsToWait: TOTAL_BRAKE_SECONDS };
    },
  };
}
