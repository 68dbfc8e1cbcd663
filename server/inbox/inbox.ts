/** What sellers answer by mail: reads one mailbox, and in a trial the files of a folder. */
import { setTimeout as delay } from 'node:timers/promises';
import pg, { type Client } from 'pg';
import type { Logger } from 'pino';
import { transact } from '../database/transact.ts';
import { Refused } from '../refused.ts';
import { openDroppedFiles } from './dropped-files.ts';
import { mailboxNameOf, openMailbox, type Mailbox } from './imap-mailbox.ts';
import { moveOn, openPlace, type Place } from './place.ts';
import { HEAD_BYTES, MOST_BYTES, readMail } from './read-mail.ts';
import { takeMail, type InboxSettings, type Outcome } from './take-mail.ts';
import { findLead } from './which-lead.ts';

/** The key of an advisory lock, other than those in migrate.ts, server-lock.ts and daily-backups.ts. */
const INBOX_LOCK = 7_201_131;

/** How long to wait for the mail server to tell of a new mail (IDLE). Some servers never do. */
const LOOK_EVERY_MS = 60_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;
/** In the trial, how often to look for files. */
const FILES_EVERY_MS = 2_000;
/** The mailbox is taken to be unread when it could not be looked at for so long. */
const LATE_AFTER_MS = 600_000;
/** So many mails are fetched together. */
const BATCH = 20;

type Options = {
  /** The mailbox to read. Undefined: only the folder is read. */
  url: string | undefined;
  /** A folder for .eml files, for a trial without a mail server. Undefined: none. */
  folder: string | undefined;
  settings: InboxSettings;
  /** Connections with the desk's role. */
  pool: pg.Pool;
  /** Works as the owner of the tables, on a new connection. */
  asOwner: (work: (client: Client) => Promise<void>) => Promise<void>;
  count: (outcome: Outcome | 'left_unreadable') => void;
  log: Logger;
};

export type Inbox = {
  /** Whether the mailbox was read in the last ten minutes, or another server reads it. */
  isRead: () => boolean;
  stop: () => Promise<void>;
};

/** A mail that cannot be stored however often it is tried: what it says breaks a rule of the database. */
const isPermanent = (error: unknown) =>
  error instanceof Refused || (error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? ''));

type Source = {
  /** For the log. */
  name: string;
  at: Date;
  size: number;
  head: Uint8Array;
  /** Undefined if it is not there any more. */
  readMore: () => Promise<Uint8Array | undefined>;
  /** Notes in the transaction that the mail is done with. @returns false if it was done with before */
  finish: (db: pg.PoolClient) => Promise<boolean>;
};

/** Starts to read. @returns undefined if there is nothing to read */
export function startInbox(options: Options): Inbox | undefined {
  const { url, folder, settings, pool, asOwner, count, log } = options;
  if (url === undefined && folder === undefined) return undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = () => signal.aborted;
  let readAt = performance.now();

  /** Takes one mail: reads more than its beginning only if that is about a lead. */
  async function take({ name, at, size, head, readMore, finish }: Source): Promise<void> {
    let mail = await readMail(head);
    const isReport = mail?.header('content-type').some((value) => value.includes('report')) ?? false;
    if (mail && size > head.length) {
      const asked = { messageIds: mail.answers, recipients: mail.recipients };
      if (isReport || (await findLead(pool, asked, settings.replyTo)) !== undefined)
        mail = (await readMail((await readMore()) ?? head)) ?? mail;
    }
    const outcome = await transact(pool, async (db) => {
      if (!(await finish(db))) return 'known';
      return mail ? takeMail(db, { mail, at, isCut: size > MOST_BYTES }, settings) : 'left_unreadable';
    }).catch(async (error: unknown) => {
      if (!isPermanent(error)) throw error;
      log.error({ mail: name, error: String(error) }, 'a mail could not be stored');
      await transact(pool, finish);
      return 'left_unreadable' as const;
    });
    count(outcome);
    if (outcome !== 'known') log.info({ mail: name, outcome }, 'a mail was read');
  }

  async function readNew(mailbox: Mailbox, name: string): Promise<void> {
    const place = await openPlace(pool, name, await mailbox.look());
    const found = await mailbox.imap.search({ uid: `${place.lastUid + 1}:*` }, { uid: true });
    if (found === false) throw new Error('The mail server refused to search the mailbox.');
    // The last mail of the mailbox is found even if its number is lower.
    const uids = (found ?? []).filter((uid) => uid > place.lastUid).sort((a, b) => a - b);
    for (let start = 0; start < uids.length && !signal.aborted; start += BATCH) {
      await readBatch(mailbox, place, uids.slice(start, start + BATCH));
    }
  }

  async function readBatch(mailbox: Mailbox, place: Place, uids: number[]): Promise<void> {
    const heads = await mailbox.fetchBeginnings(uids, HEAD_BYTES);
    for (const { uid, size = 0, internalDate, source } of heads.sort((a, b) => a.uid - b.uid)) {
      if (signal.aborted) return;
      await take({
        name: String(uid),
        at: new Date(internalDate ?? Date.now()),
        size,
        head: source ?? new Uint8Array(),
        async readMore() {
          const [whole] = await mailbox.fetchBeginnings([uid], MOST_BYTES);
          return whole?.source;
        },
        finish: (db) => moveOn(db, place, uid),
      });
    }
  }

  /**
   * Reads the mailbox until the server stops, or something fails.
   *
   * @param look called before each look at the mailbox. It rejects if another server may have begun to read it
   */
  async function watch(mailboxUrl: string, look: () => Promise<unknown>, onRead: () => void) {
    const mailbox = await openMailbox(mailboxUrl, signal);
    try {
      while (!signal.aborted) {
        await look();
        await readNew(mailbox, mailboxNameOf(mailboxUrl));
        onRead();
        await mailbox.waitForMail(LOOK_EVERY_MS);
      }
    } finally {
      mailbox.close();
    }
  }

  /** Of several servers on one database, only the one that holds the lock reads. */
  async function readMailbox(mailboxUrl: string): Promise<void> {
    for (let retryMs = FIRST_RETRY_MS; !signal.aborted;) {
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
              mailboxUrl,
              () => client.query('select'),
              () => onRead(FIRST_RETRY_MS),
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
    while (!signal.aborted) {
      try {
        for await (const { name, at, size, bytes } of files.readNew()) {
          const readMore = () => Promise.resolve(bytes);
          await take({ name, at, size, head: bytes, readMore, finish: () => Promise.resolve(true) });
        }
      } catch (error) {
        log.warn({ error: String(error) }, 'the dropped mails cannot be read, will try again');
      }
      await delay(FILES_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  const reading = Promise.all([
    ...(url === undefined ? [] : [readMailbox(url)]),
    ...(folder === undefined ? [] : [readFolder(folder)]),
  ]);
  return {
    isRead: () => url === undefined || performance.now() - readAt < LATE_AFTER_MS,
    async stop() {
      stopping.abort();
      await reading;
    },
  };
}
