/** What members of staff are told of while the desk is closed (server/desk/push sends it to their devices). */
import type { AlertKind } from '../database/codes.ts';
import { execute, sql, type Db } from '../database/statement.ts';

type NewAlert = { eventId: string; kind: AlertKind; leadId: string; dueAt?: string | null | undefined };

/** Queues it, in the transaction in which it happened. */
export const queueAlert = (db: Db, { eventId, kind, leadId, dueAt }: NewAlert) =>
  execute(
    db,
    sql`
      insert into desk.alerts (event_id, kind, lead_id, due_at)
      values (${eventId}, ${kind}, ${leadId}, coalesce(${dueAt ?? null}::timestamptz, now()))`,
  );
