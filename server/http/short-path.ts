const LONGEST_IN_LOG = 100;

/** A request's path for the log: whoever asks chooses its length. */
export function shortPath(path: string): string {
  return path.length > LONGEST_IN_LOG ? `${path.slice(0, LONGEST_IN_LOG)}…` : path;
}
