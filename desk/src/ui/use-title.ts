import { useEffect } from 'react';
import { deskConfig } from '../api/client.ts';

/** Sets the document's title while the component is mounted, and restores the former title after that. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · ${deskConfig().brand}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
