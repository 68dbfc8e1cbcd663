/** What sellers answer by mail: reads one mailbox, and in a trial the files of a folder. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { tryLock } from '../database/locks.ts';
import { transact } from '../database/transact.ts';
import { LIMITS } from '../faults.ts';
import { openDroppedFiles } from './dropped-files.ts';
import { mailboxNameOf, openMailbox, type Mailbox } from './imap-mailbox.ts';
import type { Account } from './oauth.ts';
import { isOutage, MailboxFault } from './outage.ts';
import {
  beginMails,
  finishMail,
  isOld,
  nextTry,
  openPlace,
  surviveMails,
  wayOf,
  type Place,
  type Waiting,
} from './place.ts';
import { HEAD_BYTES, readMail } from './read-mail.ts';
import {
  readArrival,
  takeMail,
  type Arrival,
  type Fetched,
  type InboxSettings,
  type Outcome,
} from './take-mail.ts';

/** How long to wait for the mail server to tell of a new mail (IDLE). Some servers never do. */
const LOOK_EVERY_MS = 60_000;
const LONGEST_RETRY_MS = 300_000;
/** In the trial, how often to look for files. */
const FILES_EVERY_MS = 2_000;
/** So many mails are fetched together. */
const BATCH = 20;
const NOT_SHOWN = '(This email cannot be shown here. It is in the mailbox.)';

type Options = {
  /** The mailbox to read. Undefined: only the folder is read. */
  account: Account | undefined;
  /** After this time without an answer of the mail server, the connection is given up. By default, two minutes. */
  silenceMs?: number;
  /** How long to wait after the first failure. After each further one, twice as long. */
  firstRetryMs?: number;
  /** How long to wait for the mail server to tell of a new mail. */
  lookEveryMs?: number;
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

/** A try at a mail. */
type Try = Waiting & { isOld: boolean };

type Source = Fetched & {
  /** For the log. */
  name: string;
  /** Notes in the transaction that the mail is done with. @returns false if it was done with before */
  finish: (db: pg.PoolClient) => Promise<boolean>;
};

/** Starts to read. @returns undefined if there is nothing to read */
export function startInbox(options: Options): Inbox | undefined {
  const { account, silenceMs, firstRetryMs = 1_000, lookEveryMs = LOOK_EVERY_MS, folder } = options;
  const { settings, pool, asOwner, count, log } = options;
  if (account === undefined && folder === undefined) return undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;
  let readAt = performance.now();
  const server = randomUUID();

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

  /** @returns whether the mail is done with */
  async function store(source: Source, isBare: boolean): Promise<boolean> {
    try {
      const arrival = await (isBare ? readBare(source) : readArrival(pool, source, settings));
      const outcome = await transact(pool, async (db) => {
        if (!(await source.finish(db))) return 'known';
        return arrival ? takeMail(db, arrival, settings) : 'left_unreadable';
      });
      note(source.name, outcome, isBare);
      return true;
    } catch (error) {
      if (isOutage(error)) throw error;
      log.error({ mail: source.name, error: String(error) }, 'a mail could not be stored');
      return false;
    }
  }

  /**
   * Takes one mail. If that fails for an hour, or ends the server each time, the mail is taken without its text, and passed over
   * if that fails too.
   *
   * @returns whether the mail is done with
   * @throws {Error} of an outage
   */
  async function take(source: Source, tried: Try): Promise<boolean> {
    const way = wayOf(tried);
    if (way === 'whole') {
      if (await store(source, false)) return true;
      if (!tried.isOld) return false;
    }
    if (way !== 'passed_over' && (await store(source, true))) return true;
    if (await transact(pool, source.finish)) note(source.name, 'left_failed', true);
    return true;
  }

  async function readNew(mailbox: Mailbox, name: string, onRead: () => void): Promise<void> {
    const place = await openPlace(pool, name, await mailbox.look());
    // The last mail of the mailbox is found even if its number is lower.
    const found = await mailbox.findMails(`${place.lastUid + 1}:*`);
    const uids = found.filter((uid) => uid > place.lastUid).sort((a, b) => a - b);
    for (let start = 0; start < uids.length; start += BATCH) {
      await readMails(mailbox, place, uids.slice(start, start + BATCH));
    }
    onRead();
    // After all others, and each by itself, so that none that fails stops another one.
    if (place.due.length === 0) return;
    const still = await mailbox.findMails(place.due.join());
    for (const uid of place.due) {
      if (still.includes(uid)) await readMails(mailbox, place, [uid]);
      else await finishMail(pool, place, uid);
    }
  }

  async function readMails(mailbox: Mailbox, place: Place, uids: number[]): Promise<void> {
    if (signal.aborted) return;
    const begun = await beginMails(pool, place, uids, server);
    let failed = uids;
    try {
      const heads = new Map(
        (await mailbox.fetchBeginnings(uids, HEAD_BYTES)).map((fetched) => [fetched.uid, fetched]),
      );
      for (const { uid, ...tried } of begun) {
        if (isStopping()) return;
        const { size = 0, internalDate, source: head } = heads.get(uid) ?? {};
        // If it was deleted in the meantime, the next look does not find it.
        if (!head) throw new MailboxFault(`The mail server does not give the mail ${uid}.`);
        const source = {
          name: String(uid),
          at: new Date(internalDate ?? Date.now()),
          size,
          head,
          async readMore(length: number) {
            const [whole] = await mailbox.fetchBeginnings([uid], length);
            return whole?.source;
          },
          finish: (db: pg.PoolClient) => finishMail(db, place, uid),
        };
        if (await take(source, tried)) failed = failed.filter((other) => other !== uid);
      }
    } catch (error) {
      if (begun.some((tried) => tried.isOld))
        log.error({ mails: uids }, 'mails could not be read for an hour: look at them in the mailbox');
      throw error;
    } finally {
      // If this fails too, `beginMails` knows this server by its name.
      if (failed.length > 0) await surviveMails(pool, place, failed).catch(() => undefined);
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
        await readNew(mailbox, mailboxNameOf(opened.url), onRead);
        await mailbox.waitForMail(lookEveryMs);
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
          if (!(await tryLock(client, 'inbox'))) onRead(LOOK_EVERY_MS);
          else
            await watch(
              opened,
              () => client.query('select'),
              () => onRead(firstRetryMs),
            );
        });
      } catch (error) {
        if (isStopping()) return;
        const { message } = MailboxFault.of(error);
        log.warn({ error: message, retryMs }, 'the mailbox cannot be read, will try again');
      }
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  async function readFolder(path: string): Promise<void> {
    const files = openDroppedFiles(path);
    /** The files that have failed. */
    const waiting = new Map<string, Waiting>();
    const warn = (error: unknown) =>
      log.warn({ error: String(error) }, 'the dropped mails cannot be read, will try again');
    while (!signal.aborted) {
      try {
        for await (const { name, at, size, bytes } of files.readNew()) {
          const now = Date.now();
          const former = waiting.get(name);
          if (former && former.next > now) continue;
          const tried = nextTry(former, server, now);
          waiting.set(name, tried);
          const readMore = (length: number) => Promise.resolve(bytes.subarray(0, length));
          const finish = () => Promise.resolve(true);
          const source = { name, at, size, head: bytes.subarray(0, HEAD_BYTES), readMore, finish };
          if (await take(source, { ...tried, isOld: isOld(tried, now) })) {
            waiting.delete(name);
            files.end(name);
          }
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
