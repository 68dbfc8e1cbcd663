/**
 * Does a piece of work at once, and then again and again. Each pause begins when the work has ended.
 *
 * @param work must not reject. It returns how long the pause is, in milliseconds
 * @param graceMs how long the work may go on after it was stopped. Then its signal is aborted
 * @returns a function that stops this. Its promise resolves when the work that was under way has ended
 */
export function repeat(work: (signal: AbortSignal) => Promise<number>, graceMs = 0): () => Promise<void> {
  const ending = new AbortController();
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let running = run();

  async function run(): Promise<void> {
    const pauseMs = await work(ending.signal);
    if (hasEnded) return;
    timer = setTimeout(() => {
      running = run();
    }, pauseMs).unref();
  }

  return async () => {
    hasEnded = true;
    clearTimeout(timer);
    if (graceMs === 0) ending.abort();
    const grace = setTimeout(() => ending.abort(), graceMs);
    await running;
    clearTimeout(grace);
  };
}
