import { expect, test, vi } from 'vitest';
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

const CAMPAIGN = 'page=/glasgow&utm_source=letter';

test.each<[string, Visit, string]>([
  [
    'in the first URL of the tab’s history, from which the visitor has moved on',
    { history: [`${SITE}/?utm_source=letter`, `${SITE}/dundee`, `${SITE}/glasgow`] },
    CAMPAIGN,
  ],
  [
    'in the page’s URL, when a second visit in the same tab began with the campaign link',
    { history: [`${SITE}/`], here: '/glasgow?utm_source=letter' },
    CAMPAIGN,
  ],
  [
    'in the first of two campaign links',
    { history: [`${SITE}/?utm_source=letter`], here: '/glasgow?utm_source=other' },
    CAMPAIGN,
  ],
  [
    'in the referrer, when the page was opened in a new tab',
    { history: [`${SITE}/glasgow`], referrer: `${SITE}/?utm_source=letter` },
    CAMPAIGN,
  ],
  [
    'in the page’s URL, in a browser without the Navigation API',
    { here: '/glasgow?utm_source=letter' },
    CAMPAIGN,
  ],
  [
    'in the referrer, in a browser without the Navigation API',
    { referrer: `${SITE}/?utm_source=letter` },
    CAMPAIGN,
  ],
])('the campaign of a visit is found %s', (_what, visit, expected) => {
  stubVisit(visit);
  expect(originOfVisit()).toBe(expected);
});

test.each<[string, Visit]>([
  ['a history without entries', { history: [] }],
  ['a history that hides its URLs', { history: [null] }],
  ['neither a history nor a referrer', {}],
  ['a referrer on another site', { referrer: 'https://elsewhere.example/?utm_source=theirs' }],
  [
    'a referrer whose URL only begins like the site’s',
    { referrer: `${SITE}.elsewhere.example/?utm_source=theirs` },
  ],
])('with %s, the lead origin is only the page’s path', (_what, visit) => {
  stubVisit(visit);
  expect(originOfVisit()).toBe('page=/glasgow');
});
