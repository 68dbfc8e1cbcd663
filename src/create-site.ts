import { readNextHours } from '#calendar/opening-hours.ts';
import { toScottishTime } from '#calendar/reply-deadline.ts';
import { isoDate } from './lib/dates.ts';
import { firmSchema } from './schemas/firm.ts';
import { DEFAULT_DETAILS, type SiteDetails } from './site.ts';

/** The details that are one text each: all but the new opening hours. */
export type DetailName = keyof typeof DEFAULT_DETAILS;

export const DETAIL_NAMES = Object.keys(DEFAULT_DETAILS) as DetailName[];

/** @returns the environment variable that sets a detail: for `messagingNumber`, `PUBLIC_SITE_MESSAGING_NUMBER` */
export function variableOf(detail: keyof SiteDetails): string {
  return `PUBLIC_SITE_${detail.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The details as the environment variables set them. An empty variable counts as unset. From their first day on, the new
 * opening hours are the opening hours.
 *
 * @throws {Error} if a detail breaks a rule of `firmSchema`, with the variable that sets it
 */
export function createSite(environment: Environment, now = new Date()): SiteDetails {
  const given = DETAIL_NAMES.map((name): [string, string] => [name, environment[variableOf(name)] ?? '']);
  const nextHours = readNextHours(environment[variableOf('nextHours')]);
  const read = firmSchema.safeParse({
    ...DEFAULT_DETAILS,
    ...Object.fromEntries(given.filter(([, value]) => value.trim())),
    ...(nextHours && { nextHours }),
  });
  if (!read.success) {
    const problems = read.error.issues.map(
      ({ path: [detail], message }) => `${variableOf(detail as keyof SiteDetails)}: ${message}`,
    );
    throw new Error(problems.join('\n'));
  }
  return withHoursOf(now, read.data);
}

/** The details with the new opening hours as the opening hours, once their day has come in Scotland. */
export function withHoursOf(now: Date, details: SiteDetails): SiteDetails {
  const { nextHours: next, ...site } = details;
  const hasBegun = next !== undefined && next.from <= isoDate(toScottishTime(now));
  return hasBegun ? { ...site, hours: next.hours } : details;
}

/** The environment variables with which `createSite` gives these details. They are empty for the defaults. */
export function variablesOf({ nextHours, ...site }: SiteDetails): Record<string, string> {
  const unlessDefault = (name: DetailName) => (site[name] === DEFAULT_DETAILS[name] ? '' : site[name]);
  return {
    ...Object.fromEntries(DETAIL_NAMES.map((name) => [variableOf(name), unlessDefault(name)])),
    [variableOf('nextHours')]: nextHours ? `${nextHours.from} ${nextHours.hours}` : '',
  };
}
