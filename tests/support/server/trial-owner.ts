/** An owner who publishes the site of a server on a trial, for tests of what a real server makes of it. */
import { createDeskClient } from '../desk/desk-server.ts';
import { waitUntil } from '../runner/wait-until.ts';
import type { RunningServer } from './running-server.ts';

export type Work = {
  state: string;
  purpose: string;
  version: string;
  problems: { path: string; field: unknown[]; message: string }[];
};
type Document = { value: Record<string, unknown>; revision: number; problems: Work['problems'] };
type Overview = { documents: { path: string; change: { revision: number } | null }[] };

/** An article without its text, as the form of the desk sends it. */
export const CROFT = {
  title: 'Selling a croft',
  description:
    'What a crofter has to ask before the house is sold, whom to ask, how long it takes, and what happens to the land.',
  excerpt: 'Whom to ask before a croft is sold.',
  category: 'Guides',
  publishedOn: '2026-11-30',
  callToAction: {
    lead: 'Tell us which croft it is, and we say whether we can buy it.',
    text: 'Ask about your croft',
    href: '/#valuation-form',
  },
  related: [
    'scottish-property-law-guide',
    'broken-property-chain-guide',
    'selling-inherited-property-scotland',
  ],
};

/** Signs in with the link in the log, which opens the desk once. */
export async function signInByLog(server: RunningServer) {
  const { link } = await server.waitForLog('this link opens the desk, once');
  const { origin, hash } = new URL(String(link));
  const client = createDeskClient(origin);
  await client.followLink(hash.replace(/^.*\//, ''));
  return { client, deskUrl: origin };
}

export async function openTrialOwner(server: RunningServer) {
  const { client, deskUrl } = await signInByLog(server);

  /** @throws {Error} if it is refused */
  async function call<T>(name: string, given: unknown = {}): Promise<T> {
    const { status, body } = await client.call(name, given);
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  }

  /** Begins a build of the site with all changes. */
  async function begin(purpose: 'preview' | 'publish'): Promise<void> {
    const { documents } = await call<Overview>('site');
    const shown = documents.flatMap(({ path, change }) => (change ? [[path, change.revision] as const] : []));
    await call('build_site', { purpose, shown: Object.fromEntries(shown) });
  }

  async function waitForWork(...states: string[]): Promise<Work> {
    let work: Work | undefined;
    await waitUntil(states.join(' or '), async () => {
      work = await call<Work>('site_work');
      return states.includes(work.state);
    });
    if (work === undefined) throw new Error('waitUntil() has read it.');
    return work;
  }

  return {
    client,
    deskUrl,
    call,
    /** Saves a change of a document. */
    async change(path: string, changed: (value: Record<string, unknown>) => Record<string, unknown>) {
      const { value, revision } = await call<Document>('site_document', { path });
      return call<Document>('save_site_document', { path, value: changed(value), revision });
    },
    begin,
    waitForWork,
    async build(purpose: 'preview' | 'publish'): Promise<Work> {
      await begin(purpose);
      return waitForWork('done', 'failed');
    },
  };
}

export type TrialOwner = Awaited<ReturnType<typeof openTrialOwner>>;
