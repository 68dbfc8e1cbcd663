import { useEffect } from 'react';
import { deskConfig } from '../api/client.ts';

/** Names the page in the browser's tab and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${deskConfig().brand}`;
  }, [title]);
}
