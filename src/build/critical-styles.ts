import { load } from 'cheerio';
import { Features, transform } from 'lightningcss';
import postcss, { type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss';

/** What nobody meets in the moment before the whole sheet is there. */
const LATER_MEDIA = /print|forced-colors|hover|scripting|motion/;
/** A browser that does not find it in time gives up the transition from the page before. */
const isTransition = (node: ChildNode) => node.type === 'atrule' && node.name === 'view-transition';
/** Motion, what is for another moment, and web fonts. */
const isLater = (rule: AtRule) =>
  rule.name === 'keyframes' ||
  (rule.name === 'media' && LATER_MEDIA.test(rule.params)) ||
  (rule.name === 'font-face' && rule.toString().includes('url('));
/** What a selector says of a part of an element that is there from the first. */
const PSEUDO_ELEMENT = /::?(?:before|after|placeholder|details-content)\b/g;
/** In which an element is not before somebody acts, so that none of it holds, and all that excludes it. */
const STATE = /:(?:active|focus(?:-visible|-within)?|hover|open|popover-open|target)\b/g;
/** What a page has only until the whole sheet is there (`layouts/first-paint.ts`). */
const EARLY = '[data-early';
const NOT_EARLY = `:not(${EARLY}`;
/** What the rest of the page decides: the first screen ends somewhere in it. */
const TO_THE_END = /:not\(:(?:last|only)-child\)|:(?:last|only)-child|:empty/g;

/** A page of so many characters, as Astro wrote it, fits the first flight with all its styles. */
const SHORT_PAGE = 52_000;

/** The part of a page that is seen first: down to the first text below a second heading. Not the menu, which is closed. */
export function firstScreenOf(html: string): string {
  const heading = html.length > SHORT_PAGE && /<main[^]*?<h2[^]*?(?:<\/p>|<\/main>)/.exec(html);
  const upToIt = heading ? html.slice(0, heading.index + heading[0].length) : html;
  return upToIt.replace(/<dialog[^]*?<\/dialog>/g, '');
}

/** A style sheet to take rules from, each with its whole selector. */
export function parseSheet(css: string): Root {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), include: Features.Nesting });
  return postcss.parse(code.toString());
}

/**
 * The rules of a style sheet that the first screen of a page needs, as it stands there untouched: none for a
 * pointer, for paper or for motion, and no web font.
 *
 * @param firstScreen its HTML, with the classes of the sheet
 */
export function criticalStyles(sheet: Root, firstScreen: string): string {
  const $ = load(firstScreen);
  const matches = (selector: string) => {
    if (selector.includes(EARLY)) return !selector.includes(NOT_EARLY);
    try {
      const element = selector.replace(PSEUDO_ELEMENT, '').replace(/(^|[\s>+~])$/, '$1*');
      return $(element.replace(TO_THE_END, '').replace(STATE, ':not(*)')).length > 0;
    } catch {
      // A part of an element of which a page that is only read knows nothing.
      return false;
    }
  };
  function keepFirst(container: Container) {
    container.each((node) => {
      if (node.type === 'rule') keepMatching(node);
      else if (node.type === 'atrule') keepAtRule(node);
    });
  }
  function keepMatching(rule: Rule) {
    const selectors = rule.selectors.filter(matches);
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  }
  function keepAtRule(rule: AtRule) {
    // A statement has no rules in it: `@layer base, utilities;`.
    if (!rule.nodes || rule.nodes.some(isTransition)) return;
    if (isLater(rule)) rule.remove();
    else if (['layer', 'media', 'supports'].includes(rule.name)) keepFirst(rule);
  }
  const root = sheet.clone();
  keepFirst(root);
  return root.toString();
}
