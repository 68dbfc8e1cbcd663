import { parseArgs } from 'node:util';
import { describeRun, markdownTable, reportChecks } from '#support/load/bench-report.ts';

type Options = Record<string, number | string>;

/** The machine and its load, read before anything is measured. */
const RUN = describeRun();

/**
 * Reads the command line of a benchmark: the parts to run, by default all, and the options. An option is a number or a
 * text, as its default is.
 *
 * @throws {Error} at a part or an option that the benchmark does not have
 */
export function readCommand<Part, Defaults extends Options>(parts: Record<string, Part>, defaults: Defaults) {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    allowPositionals: true,
    options: Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' } as const])),
  });
  const given = Object.entries(values).map(([name, value]) => {
    const option = typeof defaults[name] === 'number' ? Number(value) : value;
    if (Number.isNaN(option)) throw new Error(`--${name} must be a number.`);
    return [name, option];
  });
  const names = positionals.length > 0 ? positionals : Object.keys(parts);
  return {
    options: { ...defaults, ...Object.fromEntries(given) } as Defaults,
    parts: names.map((name) => {
      const part = parts[name];
      if (!part) throw new Error(`There is no part "${name}", but ${Object.keys(parts).join(', ')}.`);
      return part;
    }),
  };
}

/** Reads a list of numbers, such as "1,2,4". */
export const readNumbers = (list: string) => list.split(',').map(Number);

/** Prints the machine, how it was measured, the table, and each target as met or missed. */
export function report(
  how: string,
  rows: Parameters<typeof markdownTable>[0],
  checks: Parameters<typeof reportChecks>[0] = [],
): void {
  console.log(`\n${RUN}; ${how}:\n\n${markdownTable(rows)}`);
  if (checks.length > 0) reportChecks(checks);
}
