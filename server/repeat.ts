/**
 * Does a piece of work at once, and again and again, each time a pause after it has ended.
 *
 * @param work must not reject. It returns how long the pause is, in milliseconds
 * @param graceMs how long the work may still take when it is ended, before its signal is aborted
 * @returns a function that ends it: it resolves when the work that is being done has ended
 */
export function repeat(work: (signal: AbortSignal) => Promise<number>, graceMs = 0): () => Promise<void> {
  const ending = new AbortController();
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void>;

  async function run(): Promise<void> {
    const pauseMs = await work(ending.signal);
    if (!hasEnded) timer = setTimeout(start, pauseMs).unref();
  }
  function start(): void {
    running = run();
  }

  start();
  return async () => {
    hasEnded = true;
    clearTimeout(timer);
    if (graceMs === 0) ending.abort();
    const grace = setTimeout(() => ending.abort(), graceMs);
    await running;
    clearTimeout(grace);
  };
}
