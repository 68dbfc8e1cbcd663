/** What every change of a lead needs: the lock, the request that is carried out once, the version that was seen. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { STAGES, type EventKind } from '../database/codes.ts';
import { execute, exists, firstRowOf, rowOf, sql, type Db } from '../database/statement.ts';
import { code, uuid } from '../http/json.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { adopt } from './adopt.ts';
import { openSecondsBetween, readCalendar } from './calendar.ts';
import { cardSchema, personOf, personSchema, time } from './cards.ts';
import { writeEvent, type Texts } from './events.ts';
import { readLead, type Lead } from './lead.ts';
import type { Member } from './members.ts';

/** Which lead a change is for, and an idempotency key: the same for every retry, so that the change is made once. */
export const ofLead = { lead_id: uuid, request_id: uuid };
/** For a change that is refused as stale if the lead has changed since `version`. */
export const ofVersion = {
  ...ofLead,
  version: z.int('The lead’s version is missing. Load the page again, then save.'),
};

export type OfLead = {
  lead_id: string;
  request_id: string;
  version?: number;
  /** How many seconds ago the change was made, if it could not be sent at once. */
  made_seconds_ago?: number | null;
  /** The lead into which this one is merged: its case is locked too, and the caller gets it back. */
  target_id?: string;
};

const caseSchema = cardSchema
  .pick({
    stage: true,
    close_reason: true,
    version: true,
    first_contact_at: true,
    next_action: true,
    next_at: true,
    asked_at: true,
    question_at: true,
    complaint_due: true,
    tried_at: true,
    do_not_call: true,
    vulnerable: true,
    contact_rules: true,
    hold_until: true,
    hold_reason: true,
    duplicate_of: true,
    is_suspect: true,
  })
  .extend({
    lead_id: z.string(),
    received_at: time,
    /** The stage, or the last one before the case was closed. */
    reached: code(STAGES, 'Choose one of the stages.'),
    assignee: z.string().nullable(),
    given_by: z.string().nullable(),
    open_seconds_to_contact: z.int().nullable(),
    email_key: z.string().nullable(),
    links_ended_at: time.nullable(),
    /** When the transaction began, by the database's clock. */
    now: time,
  });

/** The firm's work on a lead, as the transaction has locked it. */
export type Case = z.infer<typeof caseSchema>;

const selectLocked = (db: Db, leadId: string) =>
  firstRowOf(
    db,
    caseSchema,
    sql`
      select lead_id, received_at, stage, reached, close_reason, assignee, given_by, version, first_contact_at,
        open_seconds_to_contact, tried_at, next_action, next_at, asked_at, question_at, complaint_due, do_not_call,
        vulnerable, contact_rules, hold_until, hold_reason, duplicate_of, is_suspect, email_key, links_ended_at, now() as now
      from desk.cases where lead_id = ${leadId}
      for no key update`,
  );

/** Locks a case, and makes it if its lead has none yet. @throws {Refused} 404 if the lead does not exist any more */
export async function lockCase(db: Db, leadId: string): Promise<Case> {
  const locked = await selectLocked(db, leadId);
  if (locked) return locked;
  await adopt(db, [leadId]);
  const made = await selectLocked(db, leadId);
  if (made) return made;
  throw new Refused(404, 'lead_gone', 'This lead was deleted. Go back to the list.');
}

/**
 * Locks a case, and perhaps another one too. The one with the lower id is first, so that no two transactions wait for each
 * other. @returns the first case
 */
async function lockCases(db: Db, leadId: string, otherId = leadId): Promise<Case> {
  if (otherId < leadId) await lockCase(db, otherId);
  const locked = await lockCase(db, leadId);
  if (otherId > leadId) await lockCase(db, otherId);
  return locked;
}

export type Request = {
  id: string;
  /** The name of the call. */
  name: string;
  leadId: string | null;
  /** The member of staff; null for a seller. */
  caller: string | null;
  /** The other arguments, but neither the version that the caller has seen nor the age of the change: a retry has others. */
  given: unknown;
};

/**
 * Records a request, so that a repeated one changes nothing. The lead's case must be locked. If the same request is being
 * carried out at this moment, this waits for its end.
 *
 * @returns whether the request is carried out now; false if it was before
 * @throws {Refused} 422 if the id was used with another call, lead, caller or arguments
 */
export async function beginRequest(db: Db, { id, name, leadId, caller, given }: Request): Promise<boolean> {
  const hash = createHash('sha256')
    .update(JSON.stringify([name, leadId, caller, given]))
    .digest();
  const { is_first: isFirst, has_event: hasEvent } = await rowOf(
    db,
    z.object({ is_first: z.boolean(), has_event: z.boolean() }),
    sql`
      with made as (
        insert into desk.requests (id, lead_id, call_hash) values (${id}, ${leadId}, ${hash})
        on conflict on constraint requests_pkey do nothing
        returning id
      )
      select exists (select from made) as is_first,
        exists (select from desk.events where request_id = ${id}) as has_event`,
  );
  const isSame = isFirst
    ? // If the lead was erased, its requests were deleted with it, but their events still have the requests' ids.
      !hasEvent
    : await exists(db, sql`select from desk.requests where id = ${id} and call_hash = ${hash}`);
  refuseUnless(
    isSame,
    'request_id',
    'This was already sent, with other contents. Load the page again, then save.',
  );
  return isFirst;
}

const lastEventSchema = z.object({ by: personSchema.nullable(), at: time, kind: z.string() });

/** Refuses a change with 409: says who changed the lead last, when and how, and gives the lead as it is now. */
export async function refuseConflict(db: Db, leadId: string, reason: 'stale' | 'claimed'): Promise<never> {
  const last = await rowOf(
    db,
    lastEventSchema,
    sql`
      select at, kind, ${personOf(sql`actor`)} as by
      from desk.events where lead_id = ${leadId} and kind <> 'dated' order by id desc limit 1`,
  );
  throw new Refused(
    409,
    reason,
    reason === 'claimed' ? 'Somebody else has this lead.' : 'Somebody else has changed this lead.',
    { ...last, lead: await readLead(db, leadId) },
  );
}

/** Stores a case that is locked, as a rule has changed it. */
export const saveCase = (db: Db, changed: Case) =>
  execute(
    db,
    sql`
      update desk.cases
      set
        stage = ${changed.stage}, reached = ${changed.reached}, close_reason = ${changed.close_reason},
        assignee = ${changed.assignee}, given_by = ${changed.given_by}, version = ${changed.version},
        first_contact_at = ${changed.first_contact_at}, tried_at = ${changed.tried_at},
        open_seconds_to_contact = ${changed.open_seconds_to_contact},
        next_action = ${changed.next_action}, next_at = ${changed.next_at}, asked_at = ${changed.asked_at},
        question_at = ${changed.question_at}, complaint_due = ${changed.complaint_due}, do_not_call = ${changed.do_not_call}, vulnerable = ${changed.vulnerable},
        contact_rules = ${changed.contact_rules}, hold_until = ${changed.hold_until},
        hold_reason = ${changed.hold_reason}, duplicate_of = ${changed.duplicate_of}, is_suspect = ${changed.is_suspect},
        changed_at = clock_timestamp()
      where lead_id = ${changed.lead_id}`,
  );

/**
 * Notes the first contact with the seller, and for how long the firm was open before it. Opening hours that are set later
 * do not change that.
 */
export async function noteContact({ db, current }: Pick<Work, 'db' | 'current'>): Promise<void> {
  if (current.first_contact_at !== null) return;
  current.first_contact_at = current.now;
  const [since, until] = [new Date(current.received_at), new Date(current.now)];
  current.open_seconds_to_contact = openSecondsBetween(since, until, await readCalendar(db));
}

/** Notes that a case has changed, by something that overwrites nothing. */
export const touch = (db: Db, leadId: string) =>
  execute(db, sql`update desk.cases set changed_at = clock_timestamp() where lead_id = ${leadId}`);

/** Writes an event of the case. @returns its id */
export type Recorder = (
  kind: EventKind,
  facts?: Record<string, unknown>,
  texts?: Texts,
  at?: string,
) => Promise<string>;

/** What the rule of a change works with. */
export type Work = {
  db: Db;
  me: Member;
  /** The case, locked, with the next version if the change names one. The rule changes it, and saves it with `saveCase`. */
  current: Case;
  /** Writes the event of this request. */
  record: Recorder;
  /** Writes an event of something else that the request changes. */
  recordAlso: Recorder;
};

/** One kind of change that staff make: `work` has its rules. */
export type Change<Schema extends z.ZodType<OfLead>> = {
  name: string;
  given: Schema;
  work: (work: Work, given: z.output<Schema>) => Promise<unknown>;
};

/** Defines a change, with its types. */
export const defineChange = <Schema extends z.ZodType<OfLead>>(change: Change<Schema>) => change;

/**
 * Locks the case, and then does `work` unless this request was carried out before.
 *
 * @param keepDates records what the change means for the seller's calendar, and for that of the lead into which it was merged
 * @returns the lead as it is now
 */
export async function changeLead<Schema extends z.ZodType<OfLead>>(
  db: Db,
  me: Member,
  { name, work }: Change<Schema>,
  given: z.output<Schema>,
  keepDates: (db: Db, leadId: string, actor: string, targetId?: string) => Promise<void>,
): Promise<Lead> {
  const { lead_id: leadId, request_id: requestId, version, ...others } = given as OfLead;
  const { target_id: targetId } = others;
  const asked = { ...others, made_seconds_ago: undefined };
  const current = await lockCases(db, leadId, targetId);
  if (await beginRequest(db, { id: requestId, name: `desk.${name}`, leadId, caller: me.id, given: asked })) {
    if (version !== undefined) {
      if (version !== current.version) await refuseConflict(db, leadId, 'stale');
      current.version += 1;
    }
    const recorder =
      (id?: string): Recorder =>
      (kind, facts, texts, at) =>
        writeEvent(db, { actor: me.id, leadId, kind, facts, requestId: id, texts, at });
    await work({ db, me, current, record: recorder(requestId), recordAlso: recorder() }, given);
    await keepDates(db, leadId, me.id, targetId);
  }
  return readLead(db, targetId ?? leadId);
}
