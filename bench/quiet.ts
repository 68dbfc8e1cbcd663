import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Of all processors' time: less than this is what a machine does that rests. */
const RESTING = 0.08;
const LOOK_MS = 1_000;
const PATIENCE_MS = 60_000;

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

function readTimes(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = sum(times.flatMap(Object.values));
  return { all, busy: all - sum(times.map(({ idle }) => idle)) };
}

/** Waits until other work leaves the machine alone, a minute at most: what the last visit has left to do, for one. */
export async function waitForQuiet(): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const before = readTimes();
    await delay(LOOK_MS);
    const after = readTimes();
    const share = (after.busy - before.busy) / (after.all - before.all);
    if (share < RESTING || performance.now() > deadline) return;
  }
}
