import { useEffect } from 'react';
import { deskConfig } from '../api/client.ts';
import { showTitle } from './title.ts';

/** Shows this as the document's title while the component is mounted. */
export function useTitle(title: string): void {
  useEffect(() => showTitle(`${title} · ${deskConfig().brand}`), [title]);
}
