import { cpus, loadavg } from 'node:os';

/**
 * The line above a table: when it was measured, and on what. The load is that of the last minute before: a
 * run beside other work says little.
 */
export function describeRun(startedAt: Date, loadBefore = loadavg()[0] ?? 0): string {
  const cores = cpus();
  const day = startedAt.toISOString().slice(0, 10);
  return `${day}, ${cores.length} × ${cores[0]?.model.trim() ?? 'an unknown processor'}, Node ${process.versions.node}, load before ${loadBefore.toFixed(1)}`;
}
