import { MENDS as FAULT_MENDS } from '#server/faults.ts';
import { securityHeaders } from '#server/http/response-headers.ts';
import { deskHeaders } from '#server/desk/desk-headers.ts';
import { messageOf } from '../../error-text.ts';
import { addressesToCheck, hostOf, type CheckContext, type Finding } from './check-context.ts';
import { request, type Answer } from './http.ts';

const PROXY =
  'Use the proxy’s files of deploy/live: npm run setup writes them, deploy/live/next-steps.txt has the commands.';
const RUNNING = 'See whether the server runs, and what it says: journalctl -u house-buyer-site -n 50';

/** Runs a check, and reports it if nothing answers the requests of the check. */
async function answered(name: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return { what: `${name} does not answer (${messageOf(error)}).`, mend: `${RUNNING}. ${PROXY}` };
  }
}

/** Whether http redirects to https and keeps the query, which may name the campaign of a letter, on each public address. */
export function checkRedirects(context: CheckContext): Promise<Finding[]> {
  return Promise.all(
    addressesToCheck(context).map((url) =>
      answered(`http://${hostOf(url)}`, async () => {
        const plain = new URL(`http://${hostOf(url)}:${context.httpPort}/?utm_source=check`);
        const { status, headers } = await request(context, plain);
        const target = headers.location ?? '';
        const isRedirect = [301, 308].includes(status) && target.startsWith(`https://${hostOf(url)}`);
        if (!isRedirect) {
          return { what: `http://${hostOf(url)} does not lead to https (${status} ${target}).`, mend: PROXY };
        }
        return target.endsWith(plain.search)
          ? { what: `http://${hostOf(url)} leads to https.` }
          : { what: `http://${hostOf(url)} leads to https without the query of the URL.`, mend: PROXY };
      }),
    ),
  );
}

/** The names of headers that are missing or differ. */
const wrongHeaders = ({ headers }: Answer, expected: Record<string, string>) =>
  Object.entries(expected)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => name);

function describeHeaders(whose: string, wrong: string[]): Finding {
  if (wrong.length === 0) return { what: `${whose} has all its security headers.` };
  return {
    what: `${whose} lacks security headers, or has others: ${wrong.join(', ')}.`,
    mend: `Take out what the proxy does with headers, and restart the server after a change of .env. ${PROXY}`,
  };
}

/** Whether the site's home page comes with the headers that the server sends. */
export async function checkHeaders(context: CheckContext): Promise<Finding[]> {
  const { site, env } = context;
  return [
    await answered(hostOf(site), async () =>
      describeHeaders(
        hostOf(site),
        wrongHeaders(await request(context, new URL('/', site)), securityHeaders(env.SITE_URL)),
      ),
    ),
  ];
}

const SITE_PAGE = '/privacy-policy';
const DESK_FILE = '/config.json';

/** Whether the desk answers under its own name with its own headers, and site and desk serve nothing of each other. */
export async function checkDesk(context: CheckContext): Promise<Finding[]> {
  const { desk, site } = context;
  if (!desk) return [{ what: 'The desk has no public address: it is off.' }];
  const name = hostOf(desk);
  return Promise.all([
    answered(name, async () => {
      const { status, headers } = await request(context, new URL(DESK_FILE, desk));
      const isDesk = status === 200 && (headers['content-type'] ?? '').includes('json');
      return isDesk
        ? { what: `The desk answers at ${name}.` }
        : {
            what: `${name} does not show the desk (${status}).`,
            mend: `Set DESK_PORT and DESK_URL in .env, and restart the server. ${PROXY}`,
          };
    }),
    answered(name, async () =>
      describeHeaders(name, wrongHeaders(await request(context, new URL('/', desk)), deskHeaders(desk.href))),
    ),
    answered(name, async () => {
      const [siteAtDesk, deskAtSite] = await Promise.all([
        request(context, new URL(SITE_PAGE, desk)),
        request(context, new URL(DESK_FILE, site)),
      ]);
      const mixed = [
        ...(siteAtDesk.status === 200 ? [`${name} shows pages of the site`] : []),
        ...(deskAtSite.status === 200 ? [`${hostOf(site)} shows the desk`] : []),
      ];
      return mixed.length === 0
        ? { what: `${name} and ${hostOf(site)} each show only their own.` }
        : {
            what: `${mixed.join(', and ')}.`,
            mend: `Let the proxy pass each name to its own port. ${PROXY}`,
          };
    }),
  ]);
}

/** What to do about each check of /readyz that is not in order. */
const MENDS: Record<string, string> = {
  database: RUNNING,
  migrations: 'systemctl restart house-buyer-site',
  sender: 'systemctl restart house-buyer-site',
  notifications: FAULT_MENDS.mail,
  retention: FAULT_MENDS.clock,
  clock: FAULT_MENDS.clock,
  access: 'systemctl restart house-buyer-site, which restores the access to the database',
  backups: FAULT_MENDS.backup,
  mailbox: FAULT_MENDS.inbox,
};

type Readiness = { status?: string; checks?: Record<string, unknown> };

function describeReadiness({ status, checks = {} }: Readiness): Finding {
  if (status === 'ready') return { what: '/readyz: ready.' };
  const wrong = Object.entries(checks).filter(
    ([name, state]) =>
      name in MENDS && !['ok', 'unknown'].includes(JSON.stringify(state).replaceAll('"', '')),
  );
  return {
    what: `/readyz: ${status ?? 'no status'}: ${wrong.map(([name, state]) => `${name} ${[state].flat().join('; ')}`).join(', ')}.`,
    mend: wrong.map(([name]) => MENDS[name]).join(' ') || RUNNING,
  };
}

/** Whether /healthz and /readyz report that the server is in order. */
export function checkHealth(context: CheckContext): Promise<Finding[]> {
  const { site } = context;
  return Promise.all([
    answered('/healthz', async () => {
      const { status, body } = await request(context, new URL('/healthz', site));
      return status === 200 && body === '{"status":"ok"}'
        ? { what: '/healthz: ok.' }
        : { what: `/healthz answers ${status}.`, mend: `${RUNNING}. ${PROXY}` };
    }),
    answered('/readyz', async () => {
      const { status, body } = await request(context, new URL('/readyz', site));
      if (![200, 503].includes(status)) return { what: `/readyz answers ${status}.`, mend: RUNNING };
      return describeReadiness(JSON.parse(body) as Readiness);
    }),
  ]);
}
