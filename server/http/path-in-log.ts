const LONGEST_IN_LOG = 100;

/** Shortens a request's path for the log, because the client decides how long it is. */
export function shortPath(path: string): string {
  return path.length > LONGEST_IN_LOG ? `${path.slice(0, LONGEST_IN_LOG)}…` : path;
}
