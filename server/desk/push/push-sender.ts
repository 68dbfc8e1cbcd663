import type { Logger } from 'pino';
import type pg from 'pg';
import * as z from 'zod';
import { retry } from '#send-email/delivery.ts';
import { retryDelaySeconds } from '#send-email/notifications.ts';
import { ALERTS, OWNER_ALERTS, type PushOutcome } from '../../database/codes.ts';
import { execute, firstRowOf, sql, type Db, type Sql } from '../../database/statement.ts';
import { transact } from '../../database/transact.ts';
import { code } from '../../http/json.ts';
import { startSender } from '../../mail/sender.ts';
import { messageAbout, messageOfFault, testMessage } from './message.ts';
import type { PushService } from './push-service.ts';
import { IS_LIVE, tellWhatIsDue } from './tell.ts';

/** How many messages are sent at the same time: a push service that hangs must not hold up the others. */
const MOST_AT_ONCE = 8;

const LONGEST_RETRY_SECONDS = 600;

const ofDevice = {
  id: z.string(),
  device_id: z.string(),
  attempts: z.int(),
  seconds_left: z.coerce.number(),
  is_live: z.boolean(),
  /** Whether the fault has ended. */
  is_over: z.boolean(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
};
const claimSchema = z.union([
  z.object({
    ...ofDevice,
    kind: code(ALERTS, 'There is no such alert.'),
    lead_id: z.string(),
    name: z.string(),
    postcode: z.string().nullable(),
  }),
  z.object({ ...ofDevice, kind: code(OWNER_ALERTS, 'There is no such alert.'), lead_id: z.null() }),
]);

type Claim = z.infer<typeof claimSchema>;

/**
 * Takes one message of the queue. Nobody takes it again unless its push service refuses it for now: if this server is killed
 * while it sends, it may have arrived.
 */
const claimOne = (db: Db) =>
  firstRowOf(
    db,
    claimSchema,
    sql`
      with due as (
        select id from desk.pushes
        where ended_at is null and next_attempt_at <= now()
        order by next_attempt_at limit 1
        for update skip locked
      ),
      taken as (
        update desk.pushes set next_attempt_at = null, attempts = attempts + 1, begun_at = now() from due
        where pushes.id = due.id
        returning pushes.*
      )
      select taken.id::text, taken.kind, device_id, attempts, extract(epoch from expires_at - now()) as seconds_left,
        ${IS_LIVE} as is_live, endpoint, p256dh, auth, lead_id, leads.name, postcode,
        coalesce(until <= now(), false) as is_over
      from taken join desk_auth.devices on devices.id = device_id
      left join desk.alerts using (event_id, kind) left join public.leads on leads.id = lead_id
      left join desk.faults on faults.kind = taken.kind`,
  );

const update = (db: Db, { id }: Claim, set: Sql) =>
  execute(db, sql`update desk.pushes set ${set} where id = ${id}::bigint`);

function messageOf(claim: Claim, deskUrl: string): { text: string; topic: string } {
  if (claim.lead_id !== null) {
    return { text: messageAbout(claim, deskUrl), topic: claim.lead_id.replaceAll('-', '') };
  }
  const { kind } = claim;
  return { text: kind === 'test' ? testMessage(deskUrl) : messageOfFault(kind, deskUrl), topic: kind };
}

export const endDevice = (db: Db, id: string) =>
  execute(db, sql`update desk_auth.devices set ended_at = now() where id = ${id} and ended_at is null`);

type Options = { pool: pg.Pool; service: PushService; deskUrl: string; log: Logger; pollMs?: number };

/** Starts to tell the staff's devices of what is due, and goes on until it is stopped. */
export function startPushSender({ pool, service, deskUrl, log, pollMs }: Options) {
  let underWay = 0;

  async function attempt(claim: Claim): Promise<void> {
    const { attempts, seconds_left: ttlSeconds, device_id, lead_id, kind } = claim;
    const fields = { ...(lead_id !== null && { lead: lead_id }), kind, device: device_id };
    const end = async (outcome: PushOutcome) => {
      await retry(async () => {
        await update(pool, claim, sql`ended_at = now(), outcome = ${outcome}`);
        if (outcome === 'gone') await endDevice(pool, device_id);
      });
      log.info({ ...fields, outcome }, 'message to a device ended');
    };
    if (!claim.is_live) return end('ended');
    if (ttlSeconds <= 0 || claim.is_over) return end('too_old');
    const { text, topic } = messageOf(claim, deskUrl);
    const sent = await service.send(claim, text, { ttlSeconds, topic });
    if (typeof sent === 'string') return end(sent);
    const delay = Math.max(sent.laterSeconds ?? 0, retryDelaySeconds(attempts - 1, LONGEST_RETRY_SECONDS));
    if (delay >= ttlSeconds) return end('failed');
    const later = sql`next_attempt_at = now() + make_interval(secs => ${delay})`;
    await retry(async () => {
      await update(pool, claim, later);
    });
    log.info({ ...fields, delay }, 'message to a device refused for now');
  }

  return startSender<Claim>({
    log,
    pollMs,
    delivery: {
      async claim() {
        if (underWay >= MOST_AT_ONCE) return undefined;
        await transact(pool, tellWhatIsDue);
        const claim = await claimOne(pool);
        if (claim) underWay += 1;
        return claim;
      },
      async send(claim) {
        await attempt(claim)
          .catch((error: unknown) => {
            log.error({ error: String(error) }, 'what became of a message to a device was not recorded');
          })
          .finally(() => (underWay -= 1));
      },
    },
  });
}
