import { load } from 'cheerio';
import { Features, transform } from 'lightningcss';
import postcss, { type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss';

/** Media queries that do not apply to the first screen before the visitor acts. */
const LATER_MEDIA = /print|forced-colors|hover|scripting|motion/;
/** The browser skips the transition from the previous page when this at-rule comes late. */
const isTransition = (node: ChildNode) => node.type === 'atrule' && node.name === 'view-transition';
const isLater = (rule: AtRule) =>
  rule.name === 'keyframes' || (rule.name === 'media' && LATER_MEDIA.test(rule.params));
const PSEUDO_ELEMENT = /::?(?:before|after|placeholder|details-content)\b/g;
/** States of elements that exist only after the visitor has acted. */
const STATE = /:(?:active|focus(?:-visible|-within)?|hover|open|popover-open|target)\b/g;
/** Selectors that depend on the rest of the page, which is cut off. */
const TO_THE_END = /:where\(:not\(:last-child\)\)|:not\(:(?:last|only)-child\)|:(?:last|only)-child|:empty/g;

/** A page of at most this many characters of HTML fits the first flight with all its styles. */
const SHORT_PAGE = 52_000;

/**
 * Where the first screen of a page ends: before the section of its first second-level heading, or nowhere when the
 * page is short or has no such section.
 *
 * @returns an index into the HTML, or the index of the end of the body
 */
export function endOfFirstScreen(html: string): number {
  const endOfBody = html.lastIndexOf('</body>');
  if (html.length <= SHORT_PAGE) return endOfBody;
  const heading = html.indexOf('<h2', html.indexOf('<main'));
  const section = html.lastIndexOf('<section', heading);
  return section > html.indexOf('<main') ? section : endOfBody;
}

/** Parses a style sheet in which each rule has its whole selector: nested rules are flattened. */
export function parseSheet(css: string): Root {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), include: Features.Nesting });
  return postcss.parse(code.toString());
}

/** The rules of a style sheet that the first screen needs before the visitor acts. */
export function criticalStyles(sheet: Root, firstScreen: string): string {
  // The menu is closed at first.
  const $ = load(firstScreen.replace(/<dialog[^]*?<\/dialog>/g, ''));
  const matches = (selector: string) => {
    try {
      const element = selector.replace(PSEUDO_ELEMENT, '').replace(/(^|[\s>+~])$/, '$1*');
      return $(element.replace(TO_THE_END, '').replace(STATE, ':not(*)')).length > 0;
    } catch {
      // Cheerio does not know every pseudo-element. The others can wait.
      return false;
    }
  };
  function keepFirst(container: Container) {
    container.each((node) => {
      if (node.type === 'rule') keepMatching(node);
      else if (node.type === 'atrule') keepAtRule(node);
      // A licence's notice: the style sheet of all pages has it.
      else if (node.type === 'comment') node.remove();
    });
  }
  function keepMatching(rule: Rule) {
    const selectors = rule.selectors.filter(matches);
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  }
  function keepAtRule(rule: AtRule) {
    // A statement such as `@layer base, utilities;` has no nodes.
    if (!rule.nodes || rule.nodes.some(isTransition)) return;
    if (isLater(rule)) rule.remove();
    else if (['layer', 'media', 'supports'].includes(rule.name)) keepFirst(rule);
  }
  const root = sheet.clone();
  keepFirst(root);
  removeUnread(root, firstScreen);
  return root.toString();
}

/**
 * The style sheet without the font faces, which every page has in its head: a second copy would make the browser lay out
 * all text again when the sheet arrives.
 */
export function withoutFontFaces(sheet: Root): string {
  const root = sheet.clone();
  root.each((node) => {
    if (node.type === 'atrule' && node.name === 'font-face') node.remove();
  });
  return root.toString();
}

/** Removes custom properties that neither a rule nor the HTML reads: the root element has all of the theme's. */
function removeUnread(root: Root, html: string) {
  const before = root.toString();
  const read = new Set(Array.from((html + before).matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name));
  root.walkDecls(/^--/, (declaration) => {
    if (!read.has(declaration.prop)) declaration.remove();
  });
  root.walkAtRules('property', (rule) => {
    if (!read.has(rule.params)) rule.remove();
  });
  // A removed property may have been the only reader of another one.
  if (root.toString() !== before) removeUnread(root, html);
}
