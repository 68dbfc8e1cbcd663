/** Finds what an operator must settle before a launch: for `npm run launch-check`, the build and `npm start`. */
import { isPublicUrl } from '../server/env.ts';
import type { Claim } from '../src/claims/claim-schema.ts';
import type { Reviews } from '../src/schemas/review.ts';
import { CHECKED_YEARS } from '#calendar/bank-holidays.ts';
import {
  findExampleDetails,
  findExampleReviews,
  findOpenClaims,
  findTypedRecord,
  isRating,
  type ContentProblem,
} from '../server/publishing/content-rules.ts';
import { variableOf } from '../src/create-site.ts';
import { DEFAULT_DETAILS, type SiteDetails } from '../src/site.ts';
import type { Path } from './content-lines.ts';

/** Something that an operator must settle before the site goes live. `where` names the file and the field. */
export type LaunchProblem = { where: string; problem: string; task: string };

export type Installation = {
  /** The business, as the environment sets it. */
  site: SiteDetails;
  /** The figures on the site that need a source. */
  claims: readonly Claim[];
  reviews: Readonly<Record<string, Reviews>>;
  environment: Readonly<Record<string, string | undefined>>;
  /** The day of the launch. Claims with an earlier `reviewOn` are overdue. */
  today: Date;
  /** The line of a value in a content file, such as `['home', 'items', 0]` in `reviews.yaml`; undefined if unknown. */
  lineOf?: (file: string, path: Path) => number | undefined;
};

type Claims = Pick<Installation, 'claims' | 'lineOf'>;

const MAIL_SETTINGS = {
  SMTP_URL: 'Set it to your mail server: until then, emails about leads stay in a folder.',
  MAIL_TO: 'Set it to the inbox that should get an email for each lead.',
  MAIL_FROM: 'Set it to one of your email addresses that your mail server accepts as a sender.',
};

/** Where an owner settles what is found in the content. */
const SETTLE = 'At the desk: Site.';

type LineOf = Installation['lineOf'];

function inContent(lineOf: LineOf, file: string, path: Path, field: string): string {
  const line = lineOf?.(file, path);
  return `src/content/${file}${line === undefined ? '' : `:${line}`}, ${field}`;
}

function claimField({ claims, lineOf }: Claims, { id }: Claim, field: keyof Claim): string {
  const index = claims.findIndex((claim) => claim.id === id);
  return inContent(lineOf, 'claims.yaml', [index, field], `${id}.${field}`);
}

const isExample = (value: string) => /\.example\b/.test(value);

const isThisMachine = (value: string) => /localhost|127\.0\.0\.1|\[::1\]/.test(value);

/** An example domain counts as missing, and so does this machine, unless it is the mail server. */
function missingOrPlaceholder(name: string, value: string | undefined, task: string): LaunchProblem[] {
  if (value && !isExample(value) && (name === 'SMTP_URL' || !isThisMachine(value))) return [];
  return [
    { where: `.env, ${name}`, problem: value ? `"${value}" is a placeholder.` : 'It is not set.', task },
  ];
}

function exampleDetails({ site }: Installation): LaunchProblem[] {
  return findExampleDetails(site).map(({ field: [name], problem }) => ({
    where: `.env, ${variableOf(name as keyof SiteDetails)}`,
    problem,
    task: 'Set it: npm run setup asks for it.',
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

/** A rule of the content that is broken, with its place in the files. */
function inFiles(
  { claims, lineOf }: Claims,
  { path, field, problem, task }: ContentProblem,
  how: string,
): LaunchProblem {
  const names = path === 'claims.yaml' ? [claims[Number(field[0])]?.id ?? '', ...field.slice(1)] : field;
  const name = names.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return { where: inContent(lineOf, path, field, name.slice(1)), problem, task: `${task}${how}` };
}

const exampleReviews = (installation: Installation) =>
  findExampleReviews(installation.reviews).map((found) => inFiles(installation, found, ` ${SETTLE}`));

const openClaims = (installation: Installation, isWanted: Parameters<typeof findOpenClaims>[1]) =>
  findOpenClaims(installation.claims, isWanted).map((found) => inFiles(installation, found, `\n  ${SETTLE}`));

const unprovenRatings = (installation: Installation) => openClaims(installation, isRating);

const otherOpenClaims = (installation: Installation) => openClaims(installation, (claim) => !isRating(claim));

const typedRecord = (installation: Installation) =>
  findTypedRecord(installation.claims).map((found) => inFiles(installation, found, ''));

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
  const isBehindProxy = SITE_URL.startsWith('https:') && isPublicUrl(SITE_URL) && PUBLIC_SUPABASE_URL === '';
  if (!isBehindProxy || TRUST_PROXY !== '') return [];
  return [
    {
      where: '.env, TRUST_PROXY',
      problem: 'It is not set, but a site with https is behind a proxy.',
      task: "Set it to the proxy's IP address: until then, leads are not limited per visitor, or all visitors share one limit.",
    },
  ];
}

function overdueClaims(installation: Installation): LaunchProblem[] {
  return installation.claims
    .filter(({ reviewOn }) => reviewOn < installation.today)
    .map((claim) => ({
      where: claimField(installation, claim, 'reviewOn'),
      problem: `"${claim.text}" was due for review on ${claim.reviewOn.toISOString().slice(0, 10)}.`,
      task: `Check it against its source, then enter the new dates. ${SETTLE}`,
    }));
}

/** A task is opened this long before the checked years end. By then gov.uk has published the next year's. */
const HOLIDAYS_AHEAD_DAYS = 120;

function endingHolidays({ today }: Installation): LaunchProblem[] {
  const { last } = CHECKED_YEARS;
  const daysLeft = (Date.UTC(last + 1, 0, 1) - today.getTime()) / (24 * 3_600_000);
  if (daysLeft > HOLIDAYS_AHEAD_DAYS) return [];
  return [
    {
      where: 'supabase/functions/_shared/calendar/bank-holidays.ts',
      problem: `The bank holidays were compared with gov.uk's list until ${last}; after that, the pages cannot say on which day you will reply.`,
      task: `Compare the days of ${last + 1} with https://www.gov.uk/bank-holidays.json, Scotland: add an extra one, then set CHECKED_YEARS.`,
    },
  ];
}

const collect = (finders: ((installation: Installation) => LaunchProblem[])[], installation: Installation) =>
  finders.flatMap((find) => find(installation));

/** What must never be on a public page, and stops the build of a public site. */
export const findPageBlockers = (installation: Installation) =>
  collect([exampleDetails, exampleReviews, unprovenRatings, typedRecord], installation);

/** Without these, a public site does not start: nobody would hear of a lead. */
export const findStartBlockers = (installation: Installation) => collect([missingMail], installation);

/** What else an operator must settle before this installation goes live. */
export const findOpenTasks = (installation: Installation) =>
  collect(
    [missingSiteUrl, unlistedProxy, exampleCredit, otherOpenClaims, overdueClaims, endingHolidays],
    installation,
  );

/** What an operator must keep doing: each duty, with the claim (a figure on the site) that it keeps true. */
export function listDuties(installation: Claims) {
  return installation.claims.flatMap((claim) =>
    claim.permanentDuty
      ? {
          where: claimField(installation, claim, 'permanentDuty'),
          text: claim.text,
          duty: claim.permanentDuty,
        }
      : [],
  );
}
