import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Scenario } from './fault-scenario.ts';

const run = promisify(execFile);

/** PostgreSQL's files take about 50 MB at first, and the first segments of its write-ahead log as much again. */
const DISK_MB = 160;

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const chunk = Buffer.alloc(64 * 1024);
  try {
    for (;;) await file.write(chunk);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}

/** Uses a small file system in memory (tmpfs) as the disk. Usually only root may mount one. */
export const diskFull: Scenario = {
  name: 'disk-full',
  fault: 'the disk full for some seconds, with no room for the write-ahead log, then freed',
  async run(context) {
    const disk = await mkdtemp(join(tmpdir(), 'disk-'));
    context.onTestFinished(() => rm(disk, { recursive: true, force: true }));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', disk]);
    } catch {
      return { skipReason: 'Needs root that may mount a file system.' };
    }
    context.onTestFinished(async () => {
      await run('umount', ['--lazy', disk]);
    });
    const dataDir = join(disk, 'data');
    await mkdir(dataDir);

    const rig = await context.open({ dataDir });
    await rig.start();
    return rig.runUnderLoad({
      async act() {
        await fill(join(disk, 'filler'));
        // Forces new segments of the write-ahead log. PostgreSQL crashes when it cannot write one.
        await rig.query('select pg_switch_wal() from generate_series(1, 20)').catch(() => undefined);
        await delay(context.isShort ? 1_000 : 8_000);
        await rm(join(disk, 'filler'));
      },
    });
  },
};
