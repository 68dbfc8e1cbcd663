import type { Claim } from '../src/schemas/claim.ts';
import type { Reviews } from '../src/schemas/review.ts';
import { DEFAULT_DETAILS, type SiteDetails } from '../src/site.ts';

/** Something that an operator must settle before the site goes live. */
export type LaunchProblem = { about: string; problem: string; task: string };

type Installation = {
  /** The business, as the environment sets it. */
  site: SiteDetails;
  claims: readonly Claim[];
  /** By page. */
  reviews: Readonly<Record<string, Reviews>>;
  environment: Readonly<Record<string, string | undefined>>;
  /** The day of the launch: claims to be looked at again before it are overdue. */
  today: Date;
};

/** Opening hours may be the default ones; everything else that is a default is an example. */
const EXAMPLES = (Object.keys(DEFAULT_DETAILS) as (keyof SiteDetails)[]).filter((key) => key !== 'hours');

const SETTINGS: readonly { name: string; task: string }[] = [
  {
    name: 'SITE_URL',
    task: 'Set it to the public address, https and all: canonical links and the sitemap carry it.',
  },
  { name: 'SMTP_URL', task: 'Set it to your mail server: until then, mails about leads stay in a folder.' },
  { name: 'MAIL_TO', task: 'Set it to the inbox that is to be told of each lead.' },
  { name: 'MAIL_FROM', task: 'Set it to a sender of yours that your mail server accepts.' },
];

/** `messagingNumber` is replaced by `PUBLIC_SITE_MESSAGING_NUMBER`. */
export function variableOf(key: keyof SiteDetails): string {
  return `PUBLIC_SITE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function exampleDetails({ site }: Installation): LaunchProblem[] {
  return EXAMPLES.filter((key) => site[key] === DEFAULT_DETAILS[key]).map((key) => ({
    about: key,
    problem: `"${site[key]}" is an example.`,
    task: `Set ${variableOf(key)}.`,
  }));
}

/** A setting counts as missing too when it still points at this machine or at a domain that cannot exist. */
const isPlaceholder = (value: string) => /localhost|127\.0\.0\.1|\.example\b/.test(value);

function missingSettings({ environment }: Installation): LaunchProblem[] {
  return SETTINGS.flatMap(({ name, task }) => {
    const value = environment[name] ?? '';
    if (value !== '' && !isPlaceholder(value)) return [];
    return [{ about: name, problem: value === '' ? 'It is not set.' : `"${value}" is a placeholder.`, task }];
  });
}

/** With https, something that holds the certificate stands before our server; a static host has no server. */
function unnamedProxy({ environment }: Installation): LaunchProblem[] {
  const { SITE_URL = '', PUBLIC_SUPABASE_URL = '', TRUST_PROXY = '' } = environment;
  const isBehindProxy =
    SITE_URL.startsWith('https:') && !isPlaceholder(SITE_URL) && PUBLIC_SUPABASE_URL === '';
  if (!isBehindProxy || TRUST_PROXY !== '') return [];
  return [
    {
      about: 'TRUST_PROXY',
      problem: 'It is not set, and a site on https is behind a proxy.',
      task: "Set it to the proxy's address: until then visitors are not limited, or all of them share the limit of one.",
    },
  ];
}

function openClaims({ claims }: Installation): LaunchProblem[] {
  return claims.flatMap(({ id, text, verdict, operatorTask }) =>
    operatorTask === undefined
      ? []
      : [{ about: `claim ${id}`, problem: `"${text}" is ${verdict}, with a task open.`, task: operatorTask }],
  );
}

function overdueClaims({ claims, today }: Installation): LaunchProblem[] {
  return claims
    .filter(({ reviewOn }) => reviewOn < today)
    .map(({ id, text, reviewOn }) => ({
      about: `claim ${id}`,
      problem: `"${text}" was to be looked at again on ${reviewOn.toISOString().slice(0, 10)}.`,
      task: 'Check it against its source, then move statedOn and reviewOn.',
    }));
}

function exampleReviews({ reviews }: Installation): LaunchProblem[] {
  return Object.entries(reviews).flatMap(([page, { items }]) =>
    items
      .filter(({ example }) => example)
      .map(({ name, location }) => ({
        about: `review on ${page}`,
        problem: `The one by ${name}, ${location}, is an example.`,
        task: 'Replace it by a review that you have checked, or take it out.',
      })),
  );
}

/** Everything that an operator must settle before this installation goes live; nothing when it is ready. */
export function findLaunchProblems(installation: Installation): LaunchProblem[] {
  return [exampleDetails, missingSettings, unnamedProxy, openClaims, overdueClaims, exampleReviews].flatMap(
    (find) => find(installation),
  );
}
