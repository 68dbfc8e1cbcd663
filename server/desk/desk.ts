import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { SendMail } from '../../supabase/functions/send-email/delivery.ts';
import type { Database } from '../database/open-database.ts';
import type { Environment } from '../env.ts';
import { openHttpServer, type FetchHandler } from '../http-server.ts';
import { openFiles } from '../http/static-files.ts';
import type { NewerVersions } from '../operations/newer-versions.ts';
import type { RefusedSignIns } from '../operations/fault-watch.ts';
import { deleteMails } from '../operations/person.ts';
import type { RemainsRemoval } from '../operations/remains-removal.ts';
import type { Publishing } from '../publishing/publishing.ts';
import type { Site } from '../site/site.ts';
import { createDeskApp } from './desk-app.ts';
import { deskDetails } from './desk-details.ts';
import { deskHeaders, HASHED_DESK_FILES } from './desk-headers.ts';
import { createPushService, openVapidKeys } from './push/push-service.ts';
import { startPushSender } from './push/push-sender.ts';
import { createOriginFinder } from './refuse-foreign-origins.ts';
import type { ReadRoom } from '../papers/room.ts';
import { describeEnvironment } from './settings.ts';
import { createDeskMails } from './sign-in-mails.ts';
import { openLimits } from './sign-in/limits.ts';
import { linkOf } from './sign-in/links.ts';
import { startStaffMails } from './staff-mails.ts';
import { createStartLinkToken } from './staff.ts';

export type Desk = {
  url: string;
  /**
   * The first owner's one-time link. Undefined once an owner has a passkey or an authenticator app, except on a trial
   * (without DESK_URL).
   */
  link: string | undefined;
  close: () => Promise<void>;
};

type Options = {
  directory: string;
  env: Environment;
  port: number;
  database: Pick<Database, 'asDeskAuth' | 'asStaff' | 'asOwner'>;
  site: Pick<Site, 'homePage' | 'onUse'>;
  sendMail: SendMail;
  /** The folder of .eml files, where mails go if there is no mail server. */
  outbox: string;
  remainsRemoval: RemainsRemoval;
  readRoom: ReadRoom;
  publishing: Publishing;
  refusedSignIns: RefusedSignIns;
  newerVersions: Pick<NewerVersions, 'list'>;
  log: Logger;
};

/** The e-mail address in `Leads <leads@firm.example>`. */
const emailOf = (mailbox: string) => /<([^>]+)>/.exec(mailbox)?.[1] ?? mailbox;

/**
 * Opens the desk (the staff's app) on a separate port.
 *
 * @returns undefined if the app has not been built
 * @throws {Error} if the port cannot be used, or the database has no secret for the desk
 */
export async function openDesk(options: Options): Promise<Desk | undefined> {
  const { directory, env, database, site, sendMail, outbox, remainsRemoval, readRoom, refusedSignIns, log } =
    options;
  if (!existsSync(join(directory, 'index.html'))) {
    log.warn({ directory }, 'the desk is not opened: its app has not been built (npm run build)');
    return undefined;
  }
  const isTrial = env.DESK_URL === undefined;
  const { secret, token, vapidKeys } = await database.asOwner(async (client) => {
    const { rows } = await client.query<{ value: string }>(
      `select value from private.secrets where name = 'desk'`,
    );
    if (!rows[0]) throw new Error('private.secrets has no row "desk": restore it, or insert it again.');
    const firmEmail = emailOf(env.MAIL_TO);
    return {
      secret: rows[0].value,
      token: await createStartLinkToken(client, { isTrial, firmEmail }),
      vapidKeys: await openVapidKeys(client),
    };
  });

  let handle: FetchHandler = () => new Response(null, { status: 503 });
  let findOrigin: ReturnType<typeof createOriginFinder> = () => undefined;
  const headers = deskHeaders(env.DESK_URL ?? '');
  const files = openFiles(directory, { headersOf: () => headers, hashedFiles: HASHED_DESK_FILES });
  const server = await openHttpServer({
    app: { fetch: (request, bindings) => handle(request, bindings) },
    site: {
      serve(request, response, next) {
        if (findOrigin(request.headers.host)) files.serve(request, response, next);
        else next();
      },
    },
    headers,
    host: env.DESK_HOST,
    port: options.port,
  });
  // With port 0, the system chooses the port, so the URL is known only now.
  const deskUrl = new URL(env.DESK_URL ?? `http://localhost:${server.port}`).origin;
  findOrigin = createOriginFinder(env.DESK_URL, server.port);
  const mails = createDeskMails(sendMail, env.MAIL_FROM, deskUrl, log);
  const pushService = createPushService({ keys: vapidKeys, subject: `mailto:${emailOf(env.MAIL_FROM)}` });
  const details = deskDetails(site, env.SITE_URL);
  site.onUse(() => Object.assign(details, deskDetails(site, env.SITE_URL)));
  const stopStaffMails = startStaffMails({
    pool: database.asStaff,
    asOwner: database.asOwner,
    sendMail,
    from: env.MAIL_FROM,
    deskUrl,
    details,
    log,
  });
  const app = createDeskApp({
    deskUrl,
    pushService,
    findOrigin,
    isTrial,
    secret,
    details,
    pools: database,
    refusedSignIns,
    mails,
    limits: openLimits(),
    async onErased(leadIds) {
      await deleteMails(outbox, leadIds);
      remainsRemoval.noteErasure();
      // Something such as a backup may be using the tables for minutes. The person is erased nevertheless.
      await remainsRemoval.run().catch((error: unknown) => {
        log.warn(
          { error: String(error) },
          'what remains of erased rows on the disk will be removed within an hour',
        );
      });
    },
    readRoom,
    publishing: options.publishing,
    newerVersions: options.newerVersions,
    serverSettings: describeEnvironment(env),
    trustedProxies: env.TRUST_PROXY,
    log,
  });
  handle = app.fetch;
  const pushSender = startPushSender({ pool: database.asStaff, service: pushService, deskUrl, log });

  return {
    url: deskUrl,
    link: token && linkOf(deskUrl, token),
    async close() {
      await server.close();
      await Promise.all([pushSender.stop(), mails.settle(), stopStaffMails()]);
    },
  };
}
