import { afterEach, expect, test, vi } from 'vitest';
import { originOfVisit } from './origin-of-visit.ts';

const SITE = 'https://house-buyer.example';

type Visit = {
  /** The URLs of the tab's history; undefined without the Navigation API. */
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
    'the visit began with the campaign link',
    { history: [`${SITE}/?utm_source=letter`, `${SITE}/dundee`, `${SITE}/glasgow`] },
    CAMPAIGN,
  ],
  [
    'a later visit in the same tab began with the campaign link',
    { history: [`${SITE}/`], here: '/glasgow?utm_source=letter' },
    CAMPAIGN,
  ],
  [
    'of two campaign links, the first counts',
    { history: [`${SITE}/?utm_source=letter`], here: '/glasgow?utm_source=other' },
    CAMPAIGN,
  ],
  [
    'the page was opened in a new tab from the campaign page',
    { history: [`${SITE}/glasgow`], referrer: `${SITE}/?utm_source=letter` },
    CAMPAIGN,
  ],
  ['without the Navigation API, in this page’s URL', { here: '/glasgow?utm_source=letter' }, CAMPAIGN],
  ['without the Navigation API, in the referrer', { referrer: `${SITE}/?utm_source=letter` }, CAMPAIGN],
])('the campaign of a visit is found: %s', (_what, visit, expected) => {
  stubVisit(visit);
  expect(originOfVisit()).toBe(expected);
});

test.each<[string, Visit]>([
  ['a history without entries', { history: [] }],
  ['a history that hides its URLs', { history: [null] }],
  ['no history, no referrer', {}],
  ['the referrer is another site', { referrer: 'https://elsewhere.example/?utm_source=theirs' }],
  ['the referrer’s URL only begins like ours', { referrer: `${SITE}.elsewhere.example/?utm_source=theirs` }],
])('the origin of a lead is only the page’s path: %s', (_what, visit) => {
  stubVisit(visit);
  expect(originOfVisit()).toBe('page=/glasgow');
});
