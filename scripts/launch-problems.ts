import type { Claim } from '../src/claims/claim.ts';
import type { Reviews } from '../src/schemas/review.ts';
import { DEFAULT_DETAILS, DETAIL_NAMES, variableOf, type SiteDetails } from '../src/site.ts';

/** Something that an operator must settle before the site goes live. */
export type LaunchProblem = { about: string; problem: string; task: string };

type Installation = {
  /** The business, as the environment sets it. */
  site: SiteDetails;
  claims: readonly Claim[];
  /** The reviews by page. */
  reviews: Readonly<Record<string, Reviews>>;
  environment: Readonly<Record<string, string | undefined>>;
  /** The day of the launch. Claims with an earlier `reviewOn` are overdue. */
  today: Date;
};

/** Only the opening hours may keep their default. Every other default is an example. */
const EXAMPLES = DETAIL_NAMES.filter((name) => name !== 'hours');

/** What must be set, and how. */
const SETTINGS = {
  SITE_URL: 'Set it to the public address, with https: canonical links and the sitemap contain it.',
  SMTP_URL: 'Set it to your mail server: until then, mails about leads stay in a folder.',
  MAIL_TO: 'Set it to the inbox that should get a mail for each lead.',
  MAIL_FROM: 'Set it to one of your addresses that your mail server accepts as a sender.',
};

function exampleDetails({ site }: Installation): LaunchProblem[] {
  return EXAMPLES.filter((key) => site[key] === DEFAULT_DETAILS[key]).map((key) => ({
    about: key,
    problem: `"${site[key]}" is an example.`,
    task: `Set ${variableOf(key)}.`,
  }));
}

/** A value that points to this machine or to an example domain counts as missing. */
const isPlaceholder = (value: string) => /localhost|127\.0\.0\.1|\.example\b/.test(value);

function missingSettings({ environment }: Installation): LaunchProblem[] {
  return Object.entries(SETTINGS).flatMap(([name, task]) => {
    const value = environment[name] ?? '';
    if (value !== '' && !isPlaceholder(value)) return [];
    return [{ about: name, problem: value === '' ? 'It is not set.' : `"${value}" is a placeholder.`, task }];
  });
}

/** A site with https has a proxy in front of our server, which must be named. On a static host there is no server. */
function unnamedProxy({ environment }: Installation): LaunchProblem[] {
  const { SITE_URL = '', PUBLIC_SUPABASE_URL = '', TRUST_PROXY = '' } = environment;
  const isBehindProxy =
    SITE_URL.startsWith('https:') && !isPlaceholder(SITE_URL) && PUBLIC_SUPABASE_URL === '';
  if (!isBehindProxy || TRUST_PROXY !== '') return [];
  return [
    {
      about: 'TRUST_PROXY',
      problem: 'It is not set, but a site with https is behind a proxy.',
      task: "Set it to the proxy's address: until then, leads are not limited per visitor, or all visitors share one limit.",
    },
  ];
}

function openClaims({ claims }: Installation): LaunchProblem[] {
  return claims.flatMap(({ id, text, verdict, operatorTask: task }) =>
    task ? [{ about: `claim ${id}`, problem: `"${text}" is ${verdict}, with a task open.`, task }] : [],
  );
}

function overdueClaims({ claims, today }: Installation): LaunchProblem[] {
  return claims
    .filter(({ reviewOn }) => reviewOn < today)
    .map(({ id, text, reviewOn }) => ({
      about: `claim ${id}`,
      problem: `"${text}" was due for review on ${reviewOn.toISOString().slice(0, 10)}.`,
      task: 'Check it against its source, then update statedOn and reviewOn.',
    }));
}

function exampleReviews({ reviews }: Installation): LaunchProblem[] {
  return Object.entries(reviews).flatMap(([page, { items }]) =>
    items
      .filter(({ example }) => example)
      .map(({ name, location }) => ({
        about: `review on ${page}`,
        problem: `The review by ${name}, ${location}, is an example.`,
        task: 'Replace it with a review that you have checked, or remove it.',
      })),
  );
}

/** @returns what an operator must settle before this installation goes live; an empty list if it is ready */
export function findLaunchProblems(installation: Installation): LaunchProblem[] {
  const finders = [exampleDetails, missingSettings, unnamedProxy, openClaims, overdueClaims, exampleReviews];
  return finders.flatMap((find) => find(installation));
}
