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

const HOME_AD = `${SITE}/?utm_source=letter`;
const AD = '/glasgow?utm_source=letter';

test.each<[string, Visit]>([
  ['the tab’s first URL, from which the visitor has moved on', { history: [HOME_AD, `${SITE}/glasgow`] }],
  ['the page’s URL, with which a second visit in the tab began', { history: [`${SITE}/`], here: AD }],
  ['the first of two campaign links', { history: [HOME_AD], here: '/glasgow?utm_source=other' }],
  ['the referrer of a page in a new tab', { history: [`${SITE}/glasgow`], referrer: HOME_AD }],
  ['the page’s URL, without the Navigation API', { here: AD }],
  ['the referrer, without the Navigation API', { referrer: HOME_AD }],
])('the campaign of a visit is found in %s', (_where, visit) => {
  stubVisit(visit);
  expect(originOfVisit()).toBe('page=/glasgow&utm_source=letter');
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
