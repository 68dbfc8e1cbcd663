/** Looks twice a minute for what owners must hear of, and queues the mails and messages to them. */
import type { Logger } from 'pino';
import { FAULTS, type Fault } from '../database/codes.ts';
import { execute, sql, type Db } from '../database/statement.ts';
import { LIMITS } from '../faults.ts';
import { isValidForLong, readCertificate } from './certificate.ts';
import { readSpace } from '../disk-space.ts';
import { repeat } from '../repeat.ts';
import type { Health } from './health.ts';
import type { NewerVersions } from './newer-versions.ts';

const LOOK_EVERY_MS = 30_000;
const HOUR_MS = 3_600_000;

/** Whether there is this fault now; undefined if that cannot be told. */
type Look = () => Promise<boolean | undefined>;
export type Looks = Record<Fault, Look>;

/**
 * Counts the tries to sign in as one of the staff that were refused because the code from our email, the passkey or the code of
 * the authenticator app was wrong; with an unknown address, an unknown passkey or a wrong link nobody tries to sign in as one of
 * them, so that a stranger who knows no address of theirs cannot raise the alert. Of this process.
 */
export function createRefusedSignIns(now = Date.now) {
  let times: number[] = [];
  return {
    note(): void {
      times = [...times, now()].slice(-LIMITS.refusedSignIns);
    },
    areMany: (): boolean => times.filter((time) => time > now() - HOUR_MS).length === LIMITS.refusedSignIns,
  };
}

export type RefusedSignIns = ReturnType<typeof createRefusedSignIns>;

type Measured = {
  health: Pick<Health, 'readiness'>;
  /** On the disks to look at. */
  folders: readonly string[];
  siteUrl: URL;
  refusedSignIns: Pick<RefusedSignIns, 'areMany'>;
  newerVersions: Pick<NewerVersions, 'list'>;
};

/** How each fault is found. */
export function createLooks({ health, folders, siteUrl, refusedSignIns, newerVersions }: Measured): Looks {
  type Checks = Awaited<ReturnType<Health['readiness']>>['checks'];
  const check = (find: (checks: Checks) => string | undefined) => async () => {
    const state = find((await health.readiness()).checks);
    return state === 'unknown' ? undefined : state !== 'ok' && state !== undefined;
  };
  let certificate: { at: number; isBad: boolean | undefined } | undefined;
  return {
    backup: check(({ backups }) => backups),
    mail: check(({ notifications }) => notifications),
    inbox: check(({ mailbox }) => mailbox),
    clock: check(({ clock, retention }) => (clock === 'ok' ? retention : clock)),
    async disk() {
      const spaces = await Promise.all(folders.map(readSpace));
      return spaces.some(({ isLow }) => isLow);
    },
    async certificate() {
      if (siteUrl.protocol !== 'https:') return false;
      if (certificate === undefined || Date.now() - certificate.at > HOUR_MS) {
        certificate = { at: Date.now(), isBad: undefined };
        certificate.isBad = !isValidForLong(await readCertificate(siteUrl.hostname, siteUrl), new Date());
      }
      return certificate.isBad;
    },
    sign_ins: () => Promise.resolve(refusedSignIns.areMany()),
    security_fix: () => Promise.resolve(newerVersions.list().some(({ isSecurityFix }) => isSecurityFix)),
  };
}

/**
 * Stores what was found, and queues a mail about it for each owner, unless they got one in the last 24 hours. On a
 * Monday from eight o'clock, also queues the weekly mail for who wants it. Of several servers that do this at once, one
 * queues each mail, because a person has one of a kind and day.
 */
function record(db: Db, found: readonly Fault[], mended: readonly Fault[], now: Date) {
  const london = sql`(${now.toISOString()}::timestamptz at time zone 'Europe/London')`;
  return execute(
    db,
    sql`
      with seen as (
        insert into desk.faults (kind, until)
        select kind, now() + interval '90 seconds' from unnest(${found}::text[]) as kind
        on conflict (kind) do update set
          until = excluded.until,
          since = case when faults.until < now() then now() else faults.since end
      ), ended as (
        update desk.faults set until = now() where kind = any (${mended}::text[]) and until > now()
      )
      insert into desk.staff_mails (user_id, kind, day)
      select user_id, kind, ${london}::date
      from desk.staff
      cross join (
        select unnest(${found}::text[])
        union all
        select 'weekly' where extract(isodow from ${london}) = 1 and ${london}::time >= '08:00'
      ) as due (kind)
      where active and role = 'owner' and (kind <> 'weekly' or weekly_mail) and not exists (
        select from desk.staff_mails as earlier
        where (earlier.user_id, earlier.kind) = (staff.user_id, due.kind)
          and earlier.made_at between now() - interval '24 hours' and now()
      )
      on conflict do nothing`,
  );
}

type Options = {
  looks: Looks;
  /** Connections with the desk's role. */
  db: Db;
  /** Tells the owners' devices of these faults, which are there now. */
  tellDevices: (faults: readonly Fault[]) => Promise<unknown>;
  log: Logger;
  everyMs?: number;
  now?: () => Date;
};

/** @returns a function that ends it */
export function startFaultWatch({
  looks,
  db,
  tellDevices,
  log,
  everyMs = LOOK_EVERY_MS,
  now = () => new Date(),
}: Options) {
  /** What this server has found: another server may see a fault of its own. */
  let known: Fault[] = [];

  async function look(): Promise<void> {
    const found: Fault[] = [];
    for (const fault of Object.keys(FAULTS) as Fault[]) {
      if ((await looks[fault]().catch(() => undefined)) ?? known.includes(fault)) found.push(fault);
    }
    const mended = known.filter((fault) => !found.includes(fault));
    try {
      await record(db, found, mended, now());
      await tellDevices(found);
    } catch (error) {
      log.warn({ error: String(error) }, 'faults could not be recorded, will look again');
      return;
    }
    for (const fault of found) if (!known.includes(fault)) log.warn({ fault }, FAULTS[fault]);
    for (const fault of mended) log.info({ fault }, 'this fault is put right');
    known = found;
  }

  return repeat(async () => {
    await look();
    return everyMs;
  });
}
