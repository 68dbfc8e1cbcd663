import { parseEnvironment } from '../../server/env.ts';
import { variableOf } from '../../src/create-site.ts';
import { DEFAULT_DETAILS } from '../../src/site.ts';
import type { Variables } from './env-file.ts';

/** The settings of a server without any variables. */
export const DEFAULTS = parseEnvironment({});

/** The example values that no firm may keep. Leaves out the defaults that may be right. */
const EXAMPLES = new Set([
  ...Object.entries(DEFAULT_DETAILS).flatMap(([name, value]) =>
    ['hours', 'complaintDays'].includes(name) || !value ? [] : [value],
  ),
  DEFAULTS.MAIL_TO,
  DEFAULTS.MAIL_FROM,
]);

/** Whether a value is an example of this repository, which belongs to no firm. */
export const isExample = (value: string) => EXAMPLES.has(value);

/** The current value of a variable; undefined if it is empty or an example. */
export function standingOf(variables: Variables, name: string): string | undefined {
  const value = variables[name]?.trim();
  return value && !isExample(value) ? value : undefined;
}

/** Like `standingOf`, for a detail of the firm that the pages show. */
export const standingDetail = (variables: Variables, detail: keyof typeof DEFAULT_DETAILS) =>
  standingOf(variables, variableOf(detail));
