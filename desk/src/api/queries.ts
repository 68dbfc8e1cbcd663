import { infiniteQueryOptions, QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { readFunnel, readInbox, readLead, readMe, search } from './calls.ts';
import { FIRST_PAGE } from './early.ts';
import { keepLastSeen } from '../lib/last-seen.ts';
import { NotConnected } from './refusal.ts';
import { isOlder } from './versions.ts';
import type { Counts, Lead, View } from './types.ts';

/** Cards of every list are below `['cards']`, so that one change finds them all. */
export const keys = {
  me: ['me'],
  counts: ['counts'],
  lists: ['cards'],
  inbox: (view: View) => ['cards', 'inbox', view],
  search: (query: string) => ['cards', 'search', query],
  leads: ['lead'],
  lead: (id: string) => ['lead', id],
  funnel: (from: string, until: string) => ['funnel', from, until],
} as const;

/** The polling (`live/`) brings changes, so nothing is read again by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: Infinity,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (count, error) => error instanceof NotConnected && count < 2,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

export const meQuery = () => queryOptions({ queryKey: keys.me, queryFn: readMe });

export const inboxQuery = (view: View) =>
  infiniteQueryOptions({
    queryKey: keys.inbox(view),
    queryFn: async ({ pageParam, client }) => {
      const page = await readInbox(view, pageParam, FIRST_PAGE.limit);
      client.setQueryData(keys.counts, page.counts);
      if (view === 'now' && pageParam === null) keepLastSeen({ atMs: Date.now(), cards: page.cards });
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** How many there are of each kind. The lists and the polling bring it. */
export const countsQuery = () => queryOptions<Counts>({ queryKey: keys.counts, queryFn: skipToken });

export const searchQuery = (query: string) =>
  queryOptions({
    queryKey: keys.search(query),
    queryFn: () => search(query),
    enabled: query.trim().length > 1,
    staleTime: 0,
  });

export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: keys.lead(id),
    queryFn: async ({ client }) => {
      const lead = await readLead(id);
      const shown = client.getQueryData<Lead>(keys.lead(id));
      return shown !== undefined && isOlder(lead, shown) ? shown : lead;
    },
  });

export const funnelQuery = (from: string, until: string) =>
  queryOptions({
    queryKey: keys.funnel(from, until),
    // With its days, because it stays on the screen while that of other days is read.
    queryFn: async () => ({ ...(await readFunnel(from, until)), period: { from, until } }),
    staleTime: 60_000,
  });
