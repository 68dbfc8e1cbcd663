import { useEffect } from 'react';
import { deskConfig } from '../api/client.ts';
import { setTitle } from './title.ts';

/** Sets the document's title while the component is mounted, and restores the former title after that. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = setTitle(`${title} · ${deskConfig().brand}`);
    return () => {
      setTitle(before);
    };
  }, [title]);
}
