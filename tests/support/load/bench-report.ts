/** Tables and checks of the benchmarks in `bench/` and of the commands in `tests/resilience/`. */
import { cpus, loadavg } from 'node:os';

/**
 * The line above a benchmark's table: the date, the machine, and its load in the last minute. Call this before the run,
 * because a high load makes the figures unreliable.
 */
export function describeRun(): string {
  const cores = cpus();
  const day = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${day}, ${cores.length} × ${cores[0]?.model.trim() ?? 'an unknown processor'}, Node ${process.versions.node}, load before ${load}`;
}

/** A fraction with four significant digits. */
const rounded = (figure: number) => (Number.isInteger(figure) ? figure : Number(figure.toPrecision(4)));

const cell = (value: string | number) => (typeof value === 'number' ? rounded(value) : value);

/** A Markdown table; columns of numbers are aligned right. */
export function markdownTable(rows: readonly Record<string, string | number>[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map((column) => (typeof rows[0]?.[column] === 'number' ? '--:' : '---'))),
    ...rows.map((row) => line(columns.map((column) => cell(row[column] ?? '')))),
  ].join('\n');
}

/**
 * Interpolates between the two nearest values; NaN if there are no values.
 *
 * @param share 0.99 for the 99th percentile
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A target, and what was measured. */
type Check = { what: string; found: string | number; isMet: boolean };

export const atLeast = (limit: number, what: string, figure: number): Check => ({
  what: `${what} ≥ ${limit}`,
  found: rounded(figure),
  isMet: figure >= limit,
});

export const atMost = (limit: number, what: string, figure: number): Check => ({
  what: `${what} ≤ ${limit}`,
  found: rounded(figure),
  isMet: figure <= limit,
});

/** Prints each check as met or missed. The process will exit with 1 if one was missed. */
export function reportChecks(checks: readonly Check[]): void {
  const rows = checks.map(({ what, found, isMet }) => ({
    Target: what,
    Found: found,
    '': isMet ? 'met' : '**missed**',
  }));
  console.log(`\n${markdownTable(rows)}`);
  if (!checks.every(({ isMet }) => isMet)) process.exitCode = 1;
}
