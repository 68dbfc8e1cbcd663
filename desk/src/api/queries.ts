import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  skipToken,
  type Query,
} from '@tanstack/react-query';
import { call, readChanges } from './calls.ts';
import { FIRST_PAGE, isPrefetched } from './first-screen.ts';
import { keepLastList } from './last-list.ts';
import { signInHint, Unavailable } from './refusal.ts';
import { isOlder } from './versions.ts';
import type { Changes, Counts, Lead, View } from './types.ts';

/** The keys of all card lists begin with 'cards', so that one call updates or invalidates all of them. */
export const queryKeys = {
  me: ['me'],
  counts: ['counts'],
  faults: ['faults'],
  lists: ['cards'],
  inbox: (view: View) => ['cards', 'inbox', view],
  search: (query: string) => ['cards', 'search', query],
  leads: ['lead'],
  lead: (id: string) => ['lead', id],
  savedReplies: ['saved-replies'],
  funnel: (from: string, until: string) => ['funnel', from, until],
} as const;

/** By default, queries are not refetched, because polling (`live/`) puts changes into the cache. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Infinity,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (count, error) => error instanceof Unavailable && count < 2,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * A page that appears does not repeat a call that was refused because nobody is signed in: `openDesk` does that, after the
 * sign-in.
 */
const retryOnMount = ({ state }: Pick<Query, 'state'>) => signInHint(state.error) === undefined;

export const meQuery = () =>
  queryOptions({ queryKey: queryKeys.me, queryFn: () => call('me', {}), retryOnMount });

/**
 * The first polling cursor, read in parallel with `me`. It is older than the first list, so that polling misses no
 * change that comes after the list was read.
 */
export const startQuery = () =>
  queryOptions({
    queryKey: ['start'],
    queryFn: async ({ client }) => {
      const start = await readChanges(null);
      client.setQueryData(queryKeys.faults, start.faults);
      return start;
    },
    gcTime: 10_000,
    retryOnMount,
  });

export const inboxQuery = (view: View) =>
  infiniteQueryOptions({
    queryKey: queryKeys.inbox(view),
    queryFn: async ({ pageParam, client }) => {
      const page = await call('inbox', { view, before: pageParam, page_size: FIRST_PAGE.page_size });
      client.setQueryData(queryKeys.counts, page.counts);
      if (view === 'now' && pageParam === null) keepLastList({ atMs: Date.now(), cards: page.cards });
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/**
 * If the data of the first screen has been requested already (`first-screen.ts`), waits for it, so that the app renders
 * once, with its data. If that request fails, the app's own queries try again.
 */
export async function readFirstScreen(queries: QueryClient): Promise<void> {
  if (!isPrefetched()) return;
  await Promise.allSettled([
    queries.query({ ...meQuery(), retry: false }),
    queries.query({ ...startQuery(), retry: false }),
    queries.infiniteQuery({ ...inboxQuery('now'), retry: false }),
  ]);
}

/** The numbers of overdue, new, due, suspect and own leads. They come with each list and poll: no request is sent. */
export const countsQuery = () => queryOptions<Counts>({ queryKey: queryKeys.counts, queryFn: skipToken });

/** What owners are told is out of order. It comes with each poll. */
export const faultsQuery = () =>
  queryOptions<Changes['faults']>({ queryKey: queryKeys.faults, queryFn: skipToken });

export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: queryKeys.search(query),
    queryFn: () => call('search', { query }),
    enabled: query.trim().length > 1,
    staleTime: 0,
  });

export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.lead(id),
    queryFn: async ({ client }) => {
      const lead = await call('lead', { lead_id: id });
      const shown = client.getQueryData<Lead>(queryKeys.lead(id));
      // The lists said who gave it to the user. That ends when it is opened.
      if (lead.given_by !== null) void client.invalidateQueries({ queryKey: queryKeys.lists });
      return shown !== undefined && isOlder(lead, shown) ? shown : lead;
    },
  });

const OFFER_FORM_WAIT_MS = 4_000;

/** What the form of an offer begins with. It is read each time; without a connection, the form opens all the same. */
export const offerFormQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['offer-form', leadId],
    queryFn: () =>
      Promise.race([
        call('offer_form', { lead_id: leadId }),
        new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Unavailable('The desk is slow.')), OFFER_FORM_WAIT_MS);
        }),
      ]),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** The firm's own replies. They are read again when a lead is opened a minute later. */
export const savedRepliesQuery = () =>
  queryOptions({
    queryKey: queryKeys.savedReplies,
    queryFn: () => call('saved_replies', {}),
    staleTime: 60_000,
  });

export const funnelQuery = (from: string, until: string) =>
  queryOptions({
    queryKey: queryKeys.funnel(from, until),
    // The result includes its period, because the page still shows this result while it loads another period.
    queryFn: async () => {
      const funnel = await call('funnel', { first_day: from, last_day: until });
      return { ...funnel, period: { from, until } };
    },
    staleTime: 60_000,
  });
