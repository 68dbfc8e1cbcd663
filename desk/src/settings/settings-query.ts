import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/calls.ts';

export type Settings = Awaited<ReturnType<typeof call<'settings'>>>;

export const settingsQuery = () =>
  queryOptions({ queryKey: ['settings'], queryFn: () => call('settings', {}), staleTime: 0 });
