import { timeInWords } from '../lib/london.ts';
import type { SiteChange, SiteGroup, SiteWork } from './site-calls.ts';

export const GROUPS: Readonly<Record<SiteGroup, string>> = {
  firm: 'Your firm',
  pages: 'Pages',
  cities: 'Cities',
  articles: 'Articles',
  proof: 'Reviews and figures',
  legal: 'Legal pages',
};

/** What can be changed in a document, as owners may look for it. Pages that are named after what they say need none. */
export const CONTENTS: Readonly<Record<string, string>> = {
  'firm.yaml':
    'Opening hours, closed days, telephone, WhatsApp, email, addresses, company number, redress scheme, supervisor, ICO number',
  'notice.yaml': 'A line at the top of every page, such as: closed over New Year',
  'home.yaml': 'Words of the home page, its questions and answers',
  'blog.yaml': 'Words above the list of articles',
  'reviews.yaml': 'What sellers say, with where and when they said it',
  'claims.yaml': 'Every figure on the site: who says so, since when, where to read it',
};

/** What owners change most often, with the document and the field. */
export const SHORTCUTS: readonly { title: string; path: string; field: readonly string[] }[] = [
  { title: 'Opening hours', path: 'firm.yaml', field: ['hours'] },
  { title: 'Closed days', path: 'firm.yaml', field: ['closedOn'] },
  { title: 'Telephone number', path: 'firm.yaml', field: ['phone'] },
  { title: 'Notices', path: 'notice.yaml', field: [] },
  { title: 'Reviews', path: 'reviews.yaml', field: [] },
  { title: 'Figures', path: 'claims.yaml', field: [] },
];

/** "Changed by Ann, today 14:02" */
export function changeInWords({ kind, by, at }: SiteChange, nowMs: number): string {
  const what = { changed: 'Changed', added: 'New', removed: 'To be removed' }[kind];
  return `${what}${by === null ? '' : kind === 'added' ? `, by ${by}` : ` by ${by}`}, ${timeInWords(at, nowMs)}`;
}

export const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** What is done while the pages are built. These words are here, and not in `codes.ts`, so that only Site loads them. */
export const STEPS: Readonly<Partial<Record<SiteWork['state'], string>>> = {
  building: 'The pages are being made',
  checking: 'The pages are being checked',
  storing: 'The pages are being stored',
};

/** The address of a document's form at the desk. @param field the field that gets the focus */
export const formAddress = (path: string, field: readonly (string | number)[] = []): string =>
  `/site/edit/${path}${field.length === 0 ? '' : `@${field.map((key) => encodeURIComponent(key)).join('/')}`}`;

/** Reads such an address, after `/site/edit/`. */
export function readFormAddress(address: string): { path: string; field: (string | number)[] | undefined } {
  const [path = '', field] = address.split('@');
  return {
    path,
    field: field?.split('/').map((key) => (/^\d+$/.test(key) ? Number(key) : decodeURIComponent(key))),
  };
}
