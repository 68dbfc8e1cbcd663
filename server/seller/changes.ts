/** What every change by a seller needs: the locks, the request that is carried out once, the limit, the event. */
import * as z from 'zod';
import { beginRequest, lockCase, type Case } from '../cases/change.ts';
import type { EventKind } from '../cases/codes.ts';
import { writeEvent } from '../cases/events.ts';
import type { Db } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import type { Opened } from './keys.ts';
import { limitEvents, type EventLimit } from './limits.ts';

/** The key of the seller's link. A value of any type is taken, so that each refused key gets the same answer. */
export const key = z.custom<string>(() => true);

/** What every change is given: the key, and an idempotency key, the same for every retry. */
export const ofSeller = { key, request_id: uuid };

type OfSeller = { key: string; request_id: string };

export type SellersWork = {
  db: Db;
  opened: Opened;
  /** The case, locked, as it was before the change. */
  before: Case;
  /** Writes the event of this request into the history of the case. @returns its id */
  record: (kind: EventKind, facts?: Record<string, unknown>) => Promise<string>;
};

/** One kind of change that sellers make: `work` has its rules. */
export type SellersChange<Schema extends z.ZodType<OfSeller>> = {
  name: string;
  given: Schema;
  limit?: EventLimit;
  /** Whether it may queue a mail to the firm. */
  mailsFirm?: true;
  work: (work: SellersWork, given: z.output<Schema>) => Promise<void>;
};

/** Defines a change, with its types. */
export const defineSellersChange = <Schema extends z.ZodType<OfSeller>>(change: SellersChange<Schema>) =>
  change;

/** Writes an event of the seller. If the seller's lead was merged into the case, the facts name the lead. */
export const writeSellersEvent = (
  db: Db,
  { leadId, caseId }: Opened,
  event: { kind: EventKind; facts?: Record<string, unknown>; requestId?: string },
) =>
  writeEvent(db, {
    ...event,
    actor: null,
    leadId: caseId,
    facts: { ...event.facts, ...(leadId !== caseId && { sender: leadId }) },
  });

/** Locks both cases in the order in which a merge locks them, so that no two transactions wait for each other. */
async function lockCases(db: Db, { leadId, caseId }: Opened): Promise<Case> {
  if (leadId < caseId) await lockCase(db, leadId);
  const before = await lockCase(db, caseId);
  if (leadId > caseId) await lockCase(db, leadId);
  return before;
}

/** Locks the cases, and then does `work` unless this request was carried out before. */
export async function changeEnquiry<Schema extends z.ZodType<OfSeller>>(
  db: Db,
  opened: Opened,
  { name, limit, work }: SellersChange<Schema>,
  given: z.output<Schema>,
): Promise<void> {
  const { leadId, caseId } = opened;
  const { request_id: requestId, ...others } = given as OfSeller;
  const before = await lockCases(db, opened);
  const request = {
    id: requestId,
    name: `seller.${name}`,
    leadId,
    caller: null,
    given: { ...others, key: null },
  };
  if (!(await beginRequest(db, request))) return;
  if (limit) await limitEvents(db, caseId, limit);
  const record: SellersWork['record'] = (kind, facts) =>
    writeSellersEvent(db, opened, { kind, ...(facts && { facts }), requestId });
  await work({ db, opened, before, record }, given);
}
