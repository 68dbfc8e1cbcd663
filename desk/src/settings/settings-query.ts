import { queryOptions } from '@tanstack/react-query';
import { readSettings } from '../api/calls.ts';

export type Settings = Awaited<ReturnType<typeof readSettings>>;

export const settingsQuery = () =>
  queryOptions({ queryKey: ['settings'], queryFn: readSettings, staleTime: 0 });
