import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Of all processors' time: less than this is what a machine does that rests. */
const RESTING = 0.08;
const LOOK_MS = 1_000;

function readTimes(): { busy: number; all: number } {
  const times = cpus().flatMap(({ times: { idle, ...busy } }) => ({
    idle,
    busy: Object.values(busy).reduce((sum, ms) => sum + ms, 0),
  }));
  const busy = times.reduce((sum, one) => sum + one.busy, 0);
  return { busy, all: times.reduce((sum, one) => sum + one.idle, busy) };
}

/** Waits until other work leaves the machine alone: what the last visit has left to do, for one. */
export async function waitForQuiet(patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const before = readTimes();
    await delay(LOOK_MS);
    const after = readTimes();
    const share = (after.busy - before.busy) / (after.all - before.all);
    if (share < RESTING || performance.now() > deadline) return;
  }
}
