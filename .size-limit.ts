/**
 * Size budgets of the built site, compressed with brotli: `npm run check:size`. Each is the project's target, or lower
 * where the site is well below that target. One city, the two heaviest articles and the heaviest legal page stand
 * for the other pages of their kind.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SizeLimitConfig } from 'size-limit';

const DIST = join(import.meta.dirname, 'dist');
const SITE_SCRIPTS = join(DIST, '_astro');
const DESK_SCRIPTS = join(import.meta.dirname, 'dist-desk/assets');

function withImports(script: string, folder = SITE_SCRIPTS, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found;
  found.add(script);
  const code = readFileSync(join(folder, script), 'utf8');
  for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) {
    withImports(name, folder, found);
  }
  return found;
}

/** @throws {Error} unless exactly one script has this name, because otherwise the budget would measure other files */
function scriptNamed(name: string): string {
  const [script, ...others] = globSync(`${name}.*.js`, { cwd: join(DIST, '_astro') });
  if (script === undefined || others.length > 0)
    throw new Error(`The build must have exactly one script named ${name}.`);
  return script;
}

const scripts = (...names: string[]) =>
  [...new Set(names.flatMap((name) => [...withImports(scriptNamed(name))]))].map(
    (script) => `dist/_astro/${script}`,
  );

const withAllImports = (names: string[]) =>
  new Set(names.flatMap((name) => [...withImports(name, DESK_SCRIPTS)]));

/** The desk's scripts of these names, and those that only they import. @param besides other scripts that may import them */
function onlyOf(names: string, besides = '') {
  const own = withAllImports(globSync(names, { cwd: DESK_SCRIPTS }));
  const apart = new Set([...own, ...globSync(besides, { cwd: DESK_SCRIPTS })]);
  const others = globSync('*.js', { cwd: DESK_SCRIPTS }).filter((name) => !apart.has(name));
  const elsewhere = withAllImports(others);
  return [...own].filter((name) => !elsewhere.has(name)).map((name) => `dist-desk/assets/${name}`);
}

const EDITORS = '{RichText,ClaimText}-*.js';
/** Loaded only by an owner who opens a text of the site. */
const EDITOR = onlyOf(EDITORS);
const FOR_OWNERS = onlyOf('{SitePage,SettingsPage}-*.js', EDITORS);

const FIRST_SCRIPT = scripts('BaseLayout');
const SHARED = scripts('hydrate', 'fields');
const FONTS = 'dist/_astro/*.woff2';
const STYLES = 'dist/_astro/*.css';

/**
 * TCP's initial congestion window: ten packets of 1,460 bytes, minus our response headers. A larger page is painted one
 * round trip later.
 * @see https://www.rfc-editor.org/rfc/rfc6928
 */
const INITIAL_WINDOW = '14.1 kB';

const page = (name: string, file: string, totalLimit: string, htmlLimit = INITIAL_WINDOW) => [
  { name: `${name}: HTML with critical CSS`, path: file, limit: htmlLimit },
  {
    name: `${name}: everything loaded before the first interaction`,
    path: [file, STYLES, FONTS, ...FIRST_SCRIPT],
    limit: totalLimit,
  },
];

export default [
  ...page('home', 'dist/index.html', '70 KiB'),
  // The largest city page.
  ...page('city', 'dist/edinburgh.html', '70 KiB'),
  // The checker and the calculator may make their pages a little larger than the initial window.
  ...page(
    'article with the checker',
    'dist/blog/selling-inherited-property-scotland.html',
    '70 KiB',
    '14.75 kB',
  ),
  ...page('article with the calculator', 'dist/blog/cash-buyers-vs-estate-agents.html', '70 KiB', '14.75 kB'),
  ...page('legal', 'dist/privacy-policy.html', '70 KiB'),
  ...page('blog', 'dist/blog.html', '70 KiB'),
  // The page's script, which loads at once, has its own budget below.
  ...page("seller's own page", 'dist/your-enquiry.html', '70 KiB'),
  { name: 'fonts, both families', path: FONTS, limit: '40 KiB' },
  // 0.2 KiB more for the full offer on the seller's page, which prints on one sheet.
  { name: 'styles of all pages', path: STYLES, limit: '10.7 KiB' },
  { name: 'pictures of the form', path: 'dist/property-types/*.svg', limit: '3 KiB' },
  // 0.05 KiB more since a fragment scrolls smoothly after 100 ms, as the firm's specification requires; 0.08 for the names
  // of the scripts below the seller's offer (`src/layouts/load-rest.ts`), and with the words that calculator and offer share.
  { name: 'script before the first interaction', path: FIRST_SCRIPT, limit: '4.13 KiB' },
  {
    name: 'script from the first interaction with the form to its third step',
    path: scripts('hydrate', 'ValuationForm.island'),
    // 0.2 KiB more since the bank holidays are worked out by their rule and not listed, and 0.3 since a domain that is not
    // in ASCII is accepted and what the server fills in without JavaScript is part of the form; 0.15 since the reference and
    // the link can be forgotten, by a press at once or after half an hour: a script that loads later might not load; 0.15
    // since an address can have several lines; 0.1 since new opening hours can begin on a day.
    limit: '86 KiB',
  },
  {
    name: 'script of the calculator, besides what the forms share',
    path: scripts('Calculator.island').filter((path) => !SHARED.includes(path)),
    limit: '25 KiB',
  },
  {
    name: 'script of the checker, besides what the forms share',
    path: scripts('Checker.island').filter((path) => !SHARED.includes(path)),
    limit: '7 KiB',
  },
  {
    name: "seller's own page: script",
    // Named after `src/pages/[enquiry].astro`.
    path: [...FIRST_SCRIPT, ...scripts('_enquiry_')],
    // What a seller comes for: where things stand, and the offer. React is 61 KiB of it.
    limit: '80 KiB',
  },
  {
    name: "seller's own page: what is loaded after the offer",
    path: scripts('Rest').filter((path) => !scripts('_enquiry_').includes(path)),
    limit: '7.5 KiB',
  },
  {
    // The library that reads telephone numbers would exceed this.
    name: 'desk: the scripts of the first screen',
    path: 'dist-desk/assets/{app,early,index,main}-*.js',
    limit: '90 KiB',
  },
  {
    // Only owners who open Site or Settings load them: forms made from schemas, what has changed, publishing. React and
    // Base UI are in the scripts of the first screen. The editor of texts has its own budget. 1.5 KiB more for Settings, of
    // which saved replies and the version came from the scripts below; 1 for the search within words, and pasted rows.
    name: 'desk: Site and Settings',
    path: [...FOR_OWNERS, 'dist-desk/assets/SitePage-*.css'],
    limit: '20.5 KiB',
  },
  // 4 KiB more for the full offer and for work on several leads at once; 0.7 for complaints and for a draft of an offer that
  // several devices share; 0.3 for papers; 1 for emails that came in or went out; 2 for devices that are told of leads;
  // 1.2 for saved replies and bounces; 0.7 for calendars; 0.4 for the files in a person's export; 3.5 for the team, faults
  // and an owner's emails; 0.3 for the way to Site; 0.7 for the updates at the desk.
  {
    name: 'desk: every script but these and the editor of texts',
    path: ['dist-desk/assets/*.js', ...[...FOR_OWNERS, ...EDITOR].map((script) => `!${script}`)],
    limit: '179.5 KiB',
  },
  // Half of it is ProseMirror, which edits formatted text the same way in every browser, and a quarter reads and writes
  // Markdown. Nobody loads it but an owner who opens a text.
  ...(EDITOR.length > 0
    ? [{ name: 'desk: the editor of texts, besides the other scripts', path: EDITOR, limit: '155 KiB' }]
    : []),
] satisfies SizeLimitConfig;
