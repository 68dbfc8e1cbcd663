import { useEffect } from 'react';
import { deskConfig } from '../api/client.ts';

/** The titles of the parts of the app that are on the screen. The newest is shown. */
let titles: readonly { text: string }[] = [];
let count = '';

function write(): void {
  const title = titles.at(-1)?.text ?? '';
  document.title = count === '' ? title : `(${count}) ${title}`;
}

/** Shows a title. @returns a function that takes it away, in any order with the others */
export function showTitle(text: string): () => void {
  const shown = { text };
  titles = [...titles, shown];
  write();
  return () => {
    titles = titles.filter((other) => other !== shown);
    write();
  };
}

/** Puts a number before the title, so that the user notices it among other tabs. An empty text removes it. */
export function setTitleCount(next: string): void {
  count = next;
  write();
}

/** Shows this as the document's title while the component is mounted. */
export function useTitle(title: string): void {
  useEffect(() => showTitle(`${title} · ${deskConfig().brand}`), [title]);
}
