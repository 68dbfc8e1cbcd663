import { useEffect } from 'react';
import { deskConfig } from '../api/client.ts';

/** Names the page in the browser's tab and history, as long as it is open. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${deskConfig().brand}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
