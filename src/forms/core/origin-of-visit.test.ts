import { afterEach, expect, test, vi } from 'vitest';
import { originOfVisit } from './origin-of-visit.ts';

const SITE = 'https://house-buyer.example';

type Visit = {
  /** The addresses of the tab's history; undefined without the Navigation API. */
  history?: (string | null)[] | undefined;
  here?: string;
  referrer?: string;
};

function stubVisit({ history, here = '/glasgow', referrer = '' }: Visit) {
  const { href, origin, pathname } = new URL(here, SITE);
  vi.stubGlobal('location', { href, origin, pathname });
  vi.stubGlobal('document', { referrer });
  vi.stubGlobal('window', {
    ...(history && { navigation: { entries: () => history.map((url) => ({ url })) } }),
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const CAMPAIGN = 'page=/glasgow&utm_source=letter';

test.each<[string, Visit, string]>([
  [
    'the visit began with it',
    { history: [`${SITE}/?utm_source=letter`, `${SITE}/dundee`, `${SITE}/glasgow`] },
    CAMPAIGN,
  ],
  [
    'a later visit in the same tab began with it',
    { history: [`${SITE}/`], here: '/glasgow?utm_source=letter' },
    CAMPAIGN,
  ],
  [
    'two links brought the visitor: the first counts',
    { history: [`${SITE}/?utm_source=letter`], here: '/glasgow?utm_source=other' },
    CAMPAIGN,
  ],
  [
    'this page was opened in a tab of its own',
    { history: [`${SITE}/glasgow`], referrer: `${SITE}/?utm_source=letter` },
    CAMPAIGN,
  ],
  ['no Navigation API, and it is this page', { here: '/glasgow?utm_source=letter' }, CAMPAIGN],
  ['no Navigation API, and it is the page before', { referrer: `${SITE}/?utm_source=letter` }, CAMPAIGN],
])('a campaign is known where %s', (_what, visit, expected) => {
  stubVisit(visit);
  expect(originOfVisit()).toBe(expected);
});

test.each<[string, Visit]>([
  ['a history without entries', { history: [] }],
  ['a history that hides its addresses', { history: [null] }],
  ['no history, no referrer', {}],
  ['the address of another site', { referrer: 'https://elsewhere.example/?utm_source=theirs' }],
  ['an address that only looks like ours', { referrer: `${SITE}.elsewhere.example/?utm_source=theirs` }],
])('%s gives the page alone', (_what, visit) => {
  stubVisit(visit);
  expect(originOfVisit()).toBe('page=/glasgow');
});
