import { KEY_START } from '#lead/enquiry-key.ts';
import { HEADERS, READ_LIMIT_MS, urlOf } from './calls.ts';

declare global {
  interface Window {
    /** The response to the first call; undefined if there was none. Missing if the page's address is no link as we send it. */
    firstCall?: Promise<Response | undefined>;
  }
}

type FirstCall = {
  url: string;
  headers: Record<string, string>;
  /** A regular expression whose first group is the key. */
  fragment: string;
  limitMs: number;
};

/**
 * Makes the first call when the seller sees the page: at once or, if the browser prerenders it, when the seller opens it.
 * The text of this function is put into the page, so it can use nothing but its argument.
 */
function makeFirstCall({ url, headers, fragment, limitMs }: FirstCall): void {
  const [, key] = new RegExp(fragment).exec(location.hash) ?? [];
  if (key === undefined) return;
  const body = JSON.stringify({ key });
  const opened = new Promise<unknown>((open) => {
    if (document.prerendering) document.addEventListener('prerenderingchange', open, { once: true });
    else open(undefined);
  });
  window.firstCall = opened
    .then(() => fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(limitMs) }))
    .catch(() => undefined);
}

/**
 * A script for the page's head that makes the first call. It is in the HTML, because a browser runs a file's script only
 * after it has painted the page, and on a slow phone that is a second later.
 */
export const firstCallScript = (): string => {
  const argument: FirstCall = {
    url: urlOf('enquiry'),
    headers: HEADERS,
    // A link that was changed on its way is put right first (`key.ts`).
    fragment: `^${KEY_START}([\\w-]{43})$`,
    limitMs: READ_LIMIT_MS,
  };
  return `(${String(makeFirstCall)})(${JSON.stringify(argument)})`;
};
