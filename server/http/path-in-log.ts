const LONGEST_IN_LOG = 100;

/** Where the key or token of a link may begin, also if its `#` was encoded once or twice. */
const QUERY_OR_FRAGMENT = /(?:[?#=&]|%(?:25)*(?:3f|23|3d|26)).*$/is;

/** A run of characters as long as a key or a token. */
const SECRET = /[\w-]{32,}/g;

/**
 * Shortens a request's path for the log, because the client decides how long it is. Leaves out what may be a key or a token:
 * some mail programs change links, and the key after `#` then arrives in the path.
 */
export function shortPath(path: string): string {
  const shown = path.replace(QUERY_OR_FRAGMENT, '…').replace(SECRET, '…');
  return shown.length > LONGEST_IN_LOG ? `${shown.slice(0, LONGEST_IN_LOG)}…` : shown;
}
