import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { sum } from '#support/load/bench-report.ts';

/** The machine counts as idle below this CPU usage. */
const IDLE_CPU_SHARE = 0.08;
const SAMPLE_MS = 1_000;

function readTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((each) => Object.values(each))),
  };
}

/**
 * Waits until the machine is idle, or until the limit. A benchmark calls this before it visits a page, because the
 * browser of the previous visit may still be closing.
 */
export async function waitForIdle(limitSeconds: number): Promise<void> {
  const deadline = performance.now() + limitSeconds * 1000;
  for (let busyShare = 1; busyShare >= IDLE_CPU_SHARE && performance.now() < deadline;) {
    const before = readTimes();
    await delay(SAMPLE_MS);
    const after = readTimes();
    busyShare = 1 - (after.idle - before.idle) / (after.all - before.all);
  }
}
