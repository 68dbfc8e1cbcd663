import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/calls.ts';
import { readDocument, type SiteWork } from './site-calls.ts';

const PAUSE_MS = 200;
const LOOK_EVERY_MS = 1_000;
/** How often it is read whether another owner has changed something. */
const FOLLOW_EVERY_MS = 15_000;

export const siteKeys = {
  all: ['site'],
  overview: ['site', 'overview'],
  work: ['site', 'work'],
  /** Whether this tab has begun the publication that runs. It gets the focus when that has ended. */
  begunHere: ['begun-here'],
  documents: ['site', 'document'],
  document: (path: string) => ['site', 'document', path],
  words: (sought: string) => ['site', 'words', sought],
} as const;

export const siteQuery = () =>
  queryOptions({
    queryKey: siteKeys.overview,
    queryFn: async ({ client }) => {
      const site = await call('site', {});
      client.setQueryData(siteKeys.work, site.work);
      return site;
    },
    staleTime: 0,
    refetchInterval: FOLLOW_EVERY_MS,
  });

export const documentQuery = (path: string) =>
  queryOptions({
    queryKey: siteKeys.document(path),
    queryFn: () => readDocument(path),
    staleTime: 0,
    refetchInterval: FOLLOW_EVERY_MS,
  });

/** Where the documents have these words. The request waits for a pause in the typing. */
export const wordsQuery = (sought: string) =>
  queryOptions({
    queryKey: siteKeys.words(sought),
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return signal.aborted ? [] : call('find_in_site', { words: sought });
    },
    enabled: sought.length > 1,
    placeholderData: keepPreviousData,
  });

export const isBusy = ({ state }: SiteWork): boolean => !['idle', 'done', 'failed'].includes(state);

/** What is being built. While something is, it is read each second; when that ends, everything else is read again. */
export function useWork(): SiteWork | undefined {
  const { data } = useQuery({
    queryKey: siteKeys.work,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<SiteWork>(siteKeys.work);
      const work = await call('site_work', {});
      if (before && isBusy(before) && !isBusy(work)) {
        void client.invalidateQueries({ queryKey: siteKeys.overview });
        void client.invalidateQueries({ queryKey: siteKeys.documents });
      }
      return work;
    },
    refetchInterval: ({ state }) => state.data && isBusy(state.data) && LOOK_EVERY_MS,
  });
  return data;
}

type Change = 'discard_site_change' | 'remove_site_document' | 'tell_static_host' | 'use_site_version';

/** A change whose answer is the site as it is then. */
export function useSiteChange<Name extends Change>(name: Name, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Parameters<typeof call<Name>>[1]) => call(name, given),
    onSuccess(site) {
      queries.setQueryData(siteKeys.overview, site);
      queries.setQueryData(siteKeys.work, site.work);
      void queries.invalidateQueries({ queryKey: siteKeys.documents });
      onDone?.();
    },
    // Without an answer, it may have been done. If another owner was first, their change is shown.
    onError: () => queries.invalidateQueries({ queryKey: siteKeys.all }),
  });
}
