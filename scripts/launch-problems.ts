/** Finds what an operator must settle before a launch: for `npm run launch-check`, the build and `npm start`. */
import type { Claim } from '../src/claims/claim-schema.ts';
import type { Reviews } from '../src/schemas/review.ts';
import { BANK_HOLIDAYS } from '../src/lib/bank-holidays.ts';
import { DEFAULT_DETAILS, DETAIL_NAMES, variableOf, type SiteDetails } from '../src/site.ts';

/** Something that an operator must settle before the site goes live. `where` names the file and the field. */
export type LaunchProblem = { where: string; problem: string; task: string };

export type Installation = {
  /** The business, as the environment sets it. */
  site: SiteDetails;
  /** The figures on the site that need a source. */
  claims: readonly Claim[];
  /** The reviews by page. */
  reviews: Readonly<Record<string, Reviews>>;
  environment: Readonly<Record<string, string | undefined>>;
  /** The day of the launch. Claims with an earlier `reviewOn` are overdue. */
  today: Date;
};

/**
 * Details whose default value blocks a launch. The default opening hours are allowed, and the credit of the web agency
 * is only a task.
 */
const EXAMPLES = DETAIL_NAMES.filter(
  (name) => DEFAULT_DETAILS[name] !== '' && name !== 'hours' && name !== 'agencyCredit',
);

const MAIL_SETTINGS = {
  SMTP_URL: 'Set it to your mail server: until then, mails about leads stay in a folder.',
  MAIL_TO: 'Set it to the inbox that should get a mail for each lead.',
  MAIL_FROM: 'Set it to one of your e-mail addresses that your mail server accepts as a sender.',
};

const claimField = (id: string, field: string) => `src/content/claims.yaml, ${id}.${field}`;

/** A value that points to this machine or to an example domain counts as missing. */
const isPlaceholder = (value: string) => /localhost|127\.0\.0\.1|\[::1\]|\.example\b/.test(value);

/** Whether SITE_URL is a public URL. Only then do blockers stop the build and the start. */
export function isPublic({ environment }: Pick<Installation, 'environment'>): boolean {
  const { SITE_URL = '' } = environment;
  return SITE_URL !== '' && !isPlaceholder(SITE_URL);
}

function missingOrPlaceholder(name: string, value: string | undefined, task: string): LaunchProblem[] {
  if (value && !isPlaceholder(value)) return [];
  return [
    { where: `.env, ${name}`, problem: value ? `"${value}" is a placeholder.` : 'It is not set.', task },
  ];
}

function exampleDetails({ site }: Installation): LaunchProblem[] {
  return EXAMPLES.filter((key) => site[key] === DEFAULT_DETAILS[key]).map((key) => ({
    where: `.env, ${variableOf(key)}`,
    problem: `"${site[key]}" is an example, from src/site.ts.`,
    task: 'Set it.',
  }));
}

function exampleCredit({ site }: Installation): LaunchProblem[] {
  if (site.agencyCredit !== DEFAULT_DETAILS.agencyCredit) return [];
  return [
    {
      where: `.env, ${variableOf('agencyCredit')}`,
      problem: `"${site.agencyCredit}" is an example, from src/site.ts.`,
      task: 'Set it, or set it to off to show none.',
    },
  ];
}

function exampleReviews({ reviews }: Installation): LaunchProblem[] {
  return Object.entries(reviews).flatMap(([page, { items }]) =>
    items.flatMap(({ name, location, example }, index) =>
      example
        ? {
            where: `src/content/reviews.yaml, ${page}.items[${index}].example`,
            problem: `The review by ${name}, ${location}, is an example.`,
            task: 'Replace it with a review that you have checked, or remove it.',
          }
        : [],
    ),
  );
}

const isRating = ({ id }: Claim) => id.startsWith('rating-');

function openClaims(claims: readonly Claim[]): LaunchProblem[] {
  return claims.flatMap(({ id, text, verdict, operatorTask: task }) =>
    task
      ? { where: claimField(id, 'operatorTask'), problem: `"${text}" is ${verdict}, with a task open.`, task }
      : [],
  );
}

const unprovenRatings = ({ claims }: Installation) => openClaims(claims.filter(isRating));

const otherOpenClaims = ({ claims }: Installation) => openClaims(claims.filter((claim) => !isRating(claim)));

function missingMail({ environment }: Installation): LaunchProblem[] {
  return Object.entries(MAIL_SETTINGS).flatMap(([name, task]) =>
    missingOrPlaceholder(name, environment[name], task),
  );
}

function missingSiteUrl({ environment }: Installation): LaunchProblem[] {
  const task = 'Set it to the public URL, with https: canonical links and the sitemap contain it.';
  return missingOrPlaceholder('SITE_URL', environment.SITE_URL, task);
}

/** A site with https has a proxy in front of our server, which TRUST_PROXY must list. A static host has no server. */
function unlistedProxy({ environment }: Installation): LaunchProblem[] {
  const { SITE_URL = '', PUBLIC_SUPABASE_URL = '', TRUST_PROXY = '' } = environment;
  const isBehindProxy =
    SITE_URL.startsWith('https:') && isPublic({ environment }) && PUBLIC_SUPABASE_URL === '';
  if (!isBehindProxy || TRUST_PROXY !== '') return [];
  return [
    {
      where: '.env, TRUST_PROXY',
      problem: 'It is not set, but a site with https is behind a proxy.',
      task: "Set it to the proxy's IP address: until then, leads are not limited per visitor, or all visitors share one limit.",
    },
  ];
}

function overdueClaims({ claims, today }: Installation): LaunchProblem[] {
  return claims
    .filter(({ reviewOn }) => reviewOn < today)
    .map(({ id, text, reviewOn }) => ({
      where: claimField(id, 'reviewOn'),
      problem: `"${text}" was due for review on ${reviewOn.toISOString().slice(0, 10)}.`,
      task: 'Check it against its source, then update statedOn and reviewOn.',
    }));
}

/** A task is opened this long before the list of holidays ends. By then gov.uk has published the next year's. */
const HOLIDAYS_AHEAD_DAYS = 120;

function endingHolidays({ today }: Installation): LaunchProblem[] {
  const last = Math.max(...Object.keys(BANK_HOLIDAYS).map(Number));
  const daysLeft = (Date.UTC(last + 1, 0, 1) - today.getTime()) / (24 * 3_600_000);
  if (daysLeft > HOLIDAYS_AHEAD_DAYS) return [];
  return [
    {
      where: 'src/lib/bank-holidays.ts',
      problem: `The list of bank holidays ends with ${last}; after that, the pages cannot say on which day you will reply.`,
      task: `Add the days of ${last + 1} from https://www.gov.uk/bank-holidays.json, Scotland.`,
    },
  ];
}

const collect = (finders: ((installation: Installation) => LaunchProblem[])[], installation: Installation) =>
  finders.flatMap((find) => find(installation));

/** What must never be on a public page, and stops the build of a public site. */
export const findPageBlockers = (installation: Installation) =>
  collect([exampleDetails, exampleReviews, unprovenRatings], installation);

/** What stops the start of a public site: page blockers, and missing mail settings. */
export const findStartBlockers = (installation: Installation) =>
  collect([findPageBlockers, missingMail], installation);

/** What else an operator must settle before this installation goes live. */
export const findOpenTasks = (installation: Installation) =>
  collect(
    [missingSiteUrl, unlistedProxy, exampleCredit, otherOpenClaims, overdueClaims, endingHolidays],
    installation,
  );

/** What an operator must keep doing: each duty, with the claim (a figure on the site) that it keeps true. */
export function listDuties({ claims }: Pick<Installation, 'claims'>) {
  return claims.flatMap(({ id, text, permanentDuty: duty }) =>
    duty ? { where: claimField(id, 'permanentDuty'), text, duty } : [],
  );
}
