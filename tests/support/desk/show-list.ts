import { QueryObserver, type QueryClient } from '@tanstack/react-query';

/** Keeps a list in use, as a component that shows it does. It is not read. */
export function showList(queries: QueryClient, queryKey: readonly string[]): void {
  const queryFn = () => Promise.reject(new Error('A list was read.'));
  new QueryObserver(queries, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined);
}
