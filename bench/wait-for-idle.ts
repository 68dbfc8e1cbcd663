import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { sum } from '../tests/support/bench-report.ts';

/** The machine counts as idle below this CPU usage. */
const IDLE_CPU_SHARE = 0.08;
const SAMPLE_MS = 1_000;

function readTimes(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = sum(times.flatMap((each) => Object.values(each)));
  return { all, busy: all - sum(times.map(({ idle }) => idle)) };
}

/**
 * Waits until the machine is idle, or until the limit. A benchmark calls this before it visits a page, because the
 * browser of the previous visit may still be closing.
 */
export async function waitForIdle(limitSeconds = 60): Promise<void> {
  const deadline = performance.now() + limitSeconds * 1000;
  for (;;) {
    const before = readTimes();
    await delay(SAMPLE_MS);
    const after = readTimes();
    const share = (after.busy - before.busy) / (after.all - before.all);
    if (share < IDLE_CPU_SHARE || performance.now() > deadline) return;
  }
}
