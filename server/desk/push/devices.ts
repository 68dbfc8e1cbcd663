/** The devices of a member of staff, and what they are told of. */
import type pg from 'pg';
import * as z from 'zod';
import { defineCall } from '../../cases/call.ts';
import { time } from '../../cases/cards.ts';
import type { Member } from '../../cases/members.ts';
import { TOLD_OF } from '../../database/codes.ts';
import { execute, exists, firstRowOf, rowOf, rowsOf, sql, type Db } from '../../database/statement.ts';
import { code, optional, text, uuid } from '../../http/json.ts';
import { Refused, refuseUnless } from '../../refused.ts';
import { endDevice } from './push-sender.ts';
import { testMessage } from './message.ts';
import type { PushService } from './push-service.ts';
import { IS_LIVE } from './tell.ts';

const MOST_DEVICES = 10;

const ofSubscription = {
  endpoint: text.max(1000, 'This address is too long.'),
  /** A point of the curve P-256, not compressed: 65 bytes. */
  p256dh: z.string().regex(/^B[\w-]{86}$/, 'This is not a key of a browser.'),
  auth: z.string().regex(/^[\w-]{22}$/, 'This is not a key of a browser.'),
};

const ofDevice = z.object({ device_id: uuid });
const clock = optional(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time, such as 18:30.'));

const choiceSchema = z.object({
  told_of: z.array(code(TOLD_OF, 'There is nothing of this kind to be told of.')),
  quiet_from: z.string().nullable(),
  quiet_to: z.string().nullable(),
});

async function readDevices(db: Db, me: Member) {
  const choice = await rowOf(
    db,
    choiceSchema,
    sql`
      select told_of, to_char(quiet_from, 'HH24:MI') as quiet_from, to_char(quiet_to, 'HH24:MI') as quiet_to
      from desk.staff where user_id = ${me.id}`,
  );
  const devices = await rowsOf(
    db,
    z.object({ id: z.string(), name: z.string(), added_at: time }),
    sql`select id, name, added_at from desk_auth.devices where user_id = ${me.id} and ${IS_LIVE} order by added_at, id`,
  );
  return { ...choice, devices };
}

const gone = () => new Refused(404, 'device_gone', 'This device no longer gets notifications.');

const requireOwn = async (db: Db, me: Member, id: string) => {
  const isOwn = await exists(
    db,
    sql`select from desk_auth.devices where id = ${id} and user_id = ${me.id} and ${IS_LIVE}`,
  );
  if (!isOwn) throw gone();
};

export function deviceCalls(service: PushService) {
  const requireEndpoint = (endpoint: string) =>
    refuseUnless(service.isEndpoint(endpoint), 'endpoint', 'This browser’s push service cannot be used.');

  return {
    devices: defineCall({
      given: z.object({}),
      work: async (db, me) => ({ ...(await readDevices(db, me)), public_key: service.publicKey }),
    }),

    /** Adds this browser. If somebody else used it before, they are no longer told here. */
    addDevice: defineCall({
      given: z.object({ ...ofSubscription, name: text.trim().min(1).max(100) }),
      async work(db, me, { endpoint, p256dh, auth, name }) {
        requireEndpoint(endpoint);
        // Only one call at a time for each person, so that the limit holds.
        await execute(db, sql`select from desk.staff where user_id = ${me.id} for no key update`);
        await execute(
          db,
          sql`update desk_auth.devices set ended_at = now() where endpoint = ${endpoint} and ended_at is null`,
        );
        const { devices } = await readDevices(db, me);
        refuseUnless(
          devices.length < MOST_DEVICES,
          'devices',
          `Notifications go to ${MOST_DEVICES} of your devices at most. Remove one first.`,
        );
        return rowOf(
          db,
          z.object({ id: z.string() }),
          sql`
            insert into desk_auth.devices (user_id, session_id, name, endpoint, p256dh, auth)
            values (${me.id}, ${me.session_id}, ${name}, ${endpoint}, ${p256dh}, ${auth})
            returning id`,
        );
      },
    }),

    /** Binds this browser to the present session, with the address that its maker has given it meanwhile. */
    keepDevice: defineCall({
      given: z.object({ ...ofDevice.shape, ...ofSubscription }),
      async work(db, me, { device_id: id, endpoint, p256dh, auth }) {
        requireEndpoint(endpoint);
        await requireOwn(db, me, id);
        await execute(
          db,
          sql`
            update desk_auth.devices
            set session_id = ${me.session_id}, endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
            where id = ${id}
              and not exists (
                select from desk_auth.devices as others
                where others.endpoint = ${endpoint} and others.id <> ${id} and others.ended_at is null
              )`,
        );
        return {};
      },
    }),

    removeDevice: defineCall({
      given: ofDevice,
      async work(db, me, { device_id: id }) {
        await requireOwn(db, me, id);
        await endDevice(db, id);
        return {};
      },
    }),

    chooseAlerts: defineCall({
      given: z.object({
        told_of: z.array(code(TOLD_OF, 'There is nothing of this kind to be told of.')).max(10),
        quiet_from: clock,
        quiet_to: clock,
      }),
      async work(db, me, { told_of, quiet_from, quiet_to }) {
        refuseUnless(
          (quiet_from === null) === (quiet_to === null) && (quiet_from === null || quiet_from !== quiet_to),
          'quiet_to',
          'Give two different times, or none.',
        );
        await execute(
          db,
          sql`
            update desk.staff set told_of = ${told_of}, quiet_from = ${quiet_from}::time, quiet_to = ${quiet_to}::time
            where user_id = ${me.id}`,
        );
        return {};
      },
    }),
  };
}

const ownSubscription = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/** Sends a test to a device of one's own. It is sent after the transaction, so that no push service holds it open. */
export const testDevice = {
  given: ofDevice,
  read: (db: Db, me: Member, { device_id: id }: z.output<typeof ofDevice>) =>
    firstRowOf(
      db,
      ownSubscription,
      sql`
        select endpoint, p256dh, auth from desk_auth.devices
        where id = ${id} and user_id = ${me.id} and ${IS_LIVE}`,
    ),
  async send(
    pool: pg.Pool,
    { service, deskUrl }: { service: PushService; deskUrl: string },
    id: string,
    device: z.infer<typeof ownSubscription> | undefined,
  ) {
    if (!device) throw gone();
    const sent = await service.send(device, testMessage(deskUrl), { ttlSeconds: 60, topic: 'test' });
    if (sent === 'gone') await endDevice(pool, id);
    return { sent: typeof sent === 'string' ? sent : ('failed' as const) };
  },
};
