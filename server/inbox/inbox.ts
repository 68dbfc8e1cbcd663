/** What sellers answer by mail: reads one mailbox, and in a trial the files of a folder. */
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Client } from 'pg';
import type { Logger } from 'pino';
import { transact } from '../database/transact.ts';
import { LIMITS } from '../faults.ts';
import { Refused } from '../refused.ts';
import { openDroppedFiles } from './dropped-files.ts';
import { mailboxNameOf, openMailbox, type Mailbox } from './imap-mailbox.ts';
import type { Account } from './oauth.ts';
import { moveOn, noteTry, openPlace, type Place } from './place.ts';
import { HEAD_BYTES, readMail } from './read-mail.ts';
import {
  readArrival,
  takeMail,
  type Arrival,
  type Fetched,
  type InboxSettings,
  type Outcome,
} from './take-mail.ts';

/** The key of an advisory lock, other than those in migrate.ts, server-lock.ts and daily-backups.ts. */
const INBOX_LOCK = 7_201_131;

/** How long to wait for the mail server to tell of a new mail (IDLE). Some servers never do. */
const LOOK_EVERY_MS = 60_000;
const LONGEST_RETRY_MS = 300_000;
/** In the trial, how often to look for files. */
const FILES_EVERY_MS = 2_000;
/** So many mails are fetched together. */
const BATCH = 20;
/** A mail that fails so often is taken without its text, and passed over if that fails too. */
const MOST_TRIES = 5;
const NOT_SHOWN = '(This email cannot be shown here. It is in the mailbox.)';

type Options = {
  /** The mailbox to read. Undefined: only the folder is read. */
  account: Account | undefined;
  /** After this time without an answer of the mail server, the connection is given up. By default, two minutes. */
  silenceMs?: number;
  /** How long to wait after the first failure. After each further one, twice as long. */
  firstRetryMs?: number;
  /** A folder for .eml files, for a trial without a mail server. Undefined: none. */
  folder: string | undefined;
  settings: InboxSettings;
  /** Connections with the desk's role. */
  pool: pg.Pool;
  /** Works as the owner of the tables, on a new connection. */
  asOwner: (work: (client: Client) => Promise<void>) => Promise<void>;
  count: (outcome: Outcome | Failed) => void;
  log: Logger;
};

export type Inbox = {
  /** Whether the mailbox was read in the last ten minutes, or another server reads it. */
  isRead: () => boolean;
  stop: () => Promise<void>;
};

/** It cannot be read, or fails each time. It was left in the mailbox. */
type Failed = 'left_unreadable' | 'left_failed';

/** A mail that cannot be stored however often it is tried: what it says breaks a rule of the database. */
const isPermanent = (error: unknown) =>
  (error instanceof Refused && error.status < 500) ||
  (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''));

type Source = Fetched & {
  /** For the log. */
  name: string;
  /** Notes in the transaction that the mail is done with. @returns false if it was done with before */
  finish: (db: pg.PoolClient) => Promise<boolean>;
};

/** Starts to read. @returns undefined if there is nothing to read */
export function startInbox(options: Options): Inbox | undefined {
  const { account, silenceMs, firstRetryMs = 1_000, folder, settings, pool, asOwner, count, log } = options;
  if (account === undefined && folder === undefined) return undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;
  let readAt = performance.now();

  /** Reads a mail without what may be to blame for the failures. */
  async function readBare({ at, head }: Source): Promise<Arrival | undefined> {
    const mail = await readMail(head);
    if (!mail) return undefined;
    const hash = Buffer.concat([mail.hash, Buffer.from('bare')]);
    return { mail: { ...mail, hash, text: NOT_SHOWN, attachments: [] }, at, isCut: false, files: new Map() };
  }

  function note(mail: string, outcome: Outcome | Failed, isBare: boolean): void {
    count(outcome);
    const about = { mail, outcome };
    if (isBare || outcome === 'left_unreadable')
      log.error(about, 'a mail cannot be read: look at it in the mailbox');
    else if (outcome !== 'known') log.info(about, 'a mail was read');
  }

  async function passOver({ name, finish }: Pick<Source, 'name' | 'finish'>): Promise<void> {
    if (await transact(pool, finish)) note(name, 'left_failed', true);
  }

  /** Takes one mail. @param tries how often it was begun, with this time */
  async function take(source: Source, tries: number): Promise<void> {
    const isBare = tries >= MOST_TRIES;
    try {
      const arrival = await (isBare ? readBare(source) : readArrival(pool, source, settings));
      const outcome = await transact(pool, async (db) => {
        if (!(await source.finish(db))) return 'known';
        return arrival ? takeMail(db, arrival, settings) : 'left_unreadable';
      });
      note(source.name, outcome, isBare);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      log.error({ mail: source.name, error: String(error) }, 'a mail could not be stored');
      await (isBare ? passOver(source) : take(source, MOST_TRIES));
    }
  }

  async function readNew(mailbox: Mailbox, name: string): Promise<void> {
    const place = await openPlace(pool, name, await mailbox.look());
    const found = await mailbox.imap.search({ uid: `${place.lastUid + 1}:*` }, { uid: true });
    if (found === false) throw new Error('The mail server refused to search the mailbox.');
    // The last mail of the mailbox is found even if its number is lower.
    let uids = (found ?? []).filter((uid) => uid > place.lastUid).sort((a, b) => a - b);
    for (let [uid] = uids; uid !== undefined && !signal.aborted; [uid] = uids) {
      const tries = await noteTry(pool, place, uid);
      // One that has failed is alone, so that no other one fails with it.
      const batch = uids.slice(0, tries > 1 ? 1 : BATCH);
      uids = uids.slice(batch.length);
      if (tries <= MOST_TRIES) await readBatch(mailbox, place, batch, tries);
      else await passOver(ofMailbox(mailbox, place, uid));
    }
  }

  const ofMailbox = (mailbox: Mailbox, place: Place, uid: number) => ({
    name: String(uid),
    async readMore(length: number) {
      const [whole] = await mailbox.fetchBeginnings([uid], length);
      return whole?.source;
    },
    finish: (db: pg.PoolClient) => moveOn(db, place, uid),
  });

  async function readBatch(mailbox: Mailbox, place: Place, uids: number[], tries: number): Promise<void> {
    const heads = new Map(
      (await mailbox.fetchBeginnings(uids, HEAD_BYTES)).map((fetched) => [fetched.uid, fetched]),
    );
    for (const uid of uids) {
      if (signal.aborted) return;
      const { size = 0, internalDate, source: head } = heads.get(uid) ?? {};
      // If it was deleted in the meantime, the next look does not find it.
      if (!head) throw new Error(`The mail server does not give the mail ${uid}.`);
      const at = new Date(internalDate ?? Date.now());
      await take({ ...ofMailbox(mailbox, place, uid), at, size, head }, uid === uids[0] ? tries : 1);
    }
  }

  /**
   * Reads the mailbox until the server stops, or something fails.
   *
   * @param look called before each look at the mailbox. It rejects if another server may have begun to read it
   */
  async function watch(opened: Account, look: () => Promise<unknown>, onRead: () => void) {
    const mailbox = await openMailbox(opened, signal, silenceMs);
    try {
      while (!signal.aborted) {
        await look();
        await readNew(mailbox, mailboxNameOf(opened.url));
        onRead();
        await mailbox.waitForMail(LOOK_EVERY_MS);
      }
    } finally {
      mailbox.close();
    }
  }

  /** Of several servers on one database, only the one that holds the lock reads. */
  async function readMailbox(opened: Account): Promise<void> {
    for (let retryMs = firstRetryMs; !signal.aborted;) {
      const onRead = (nextMs: number) => {
        readAt = performance.now();
        retryMs = nextMs;
      };
      try {
        await asOwner(async (client) => {
          const sql = 'select pg_try_advisory_lock($1) as locked';
          const { rows } = await client.query<{ locked: boolean }>(sql, [INBOX_LOCK]);
          if (!rows[0]?.locked) onRead(LOOK_EVERY_MS);
          else
            await watch(
              opened,
              () => client.query('select'),
              () => onRead(firstRetryMs),
            );
        });
      } catch (error) {
        if (isStopping()) return;
        const { message, responseText } = error as Error & { responseText?: string };
        log.warn({ error: responseText ?? message, retryMs }, 'the mailbox cannot be read, will try again');
      }
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  async function readFolder(path: string): Promise<void> {
    const files = openDroppedFiles(path);
    const begun: string[] = [];
    const warn = (error: unknown) =>
      log.warn({ error: String(error) }, 'the dropped mails cannot be read, will try again');
    while (!signal.aborted) {
      try {
        for await (const { name, at, size, bytes } of files.readNew()) {
          begun.push(name);
          const tries = begun.filter((other) => other === name).length;
          const readMore = (length: number) => Promise.resolve(bytes.subarray(0, length));
          const finish = () => Promise.resolve(true);
          const source = { name, at, size, head: bytes.subarray(0, HEAD_BYTES), readMore, finish };
          await (tries > MOST_TRIES ? passOver(source) : take(source, tries)).catch((error: unknown) => {
            files.retry(name);
            warn(error);
          });
        }
      } catch (error) {
        warn(error);
      }
      await delay(FILES_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  const reading = Promise.all([
    ...(account === undefined ? [] : [readMailbox(account)]),
    ...(folder === undefined ? [] : [readFolder(folder)]),
  ]);
  return {
    isRead: () => account === undefined || performance.now() - readAt < LIMITS.inboxMs,
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}
