import { load } from 'cheerio';
import { Features, transform } from 'lightningcss';
import postcss, {
  type AtRule,
  type ChildNode,
  type Container,
  type Declaration,
  type Root,
  type Rule,
} from 'postcss';

/** Media queries whose rules can wait for the style sheet: few visitors need them before they act. */
const LATER_MEDIA = /print|forced-colors|hover|scripting|motion/;
/** `@view-transition` cannot wait: if it comes late, the browser skips the transition from the previous page. */
const isTransition = (node: ChildNode) => node.type === 'atrule' && node.name === 'view-transition';
const isLater = (rule: AtRule) =>
  rule.name === 'keyframes' || (rule.name === 'media' && LATER_MEDIA.test(rule.params));
const PSEUDO_ELEMENT = /::?(?:before|after|placeholder|details-content)\b/g;
/** States that elements normally have only after the visitor has acted. */
const STATE = /:(?:active|focus(?:-visible|-within)?|hover|open|popover-open|target)\b/g;
/** Pseudo-classes that can depend on the HTML below the first screen, which is cut off. They are taken as matching. */
const TO_THE_END = /:where\(:not\(:last-child\)\)|:not\(:(?:last|only)-child\)|:(?:last|only)-child|:empty/g;

/**
 * A page of at most this many characters of HTML counts as one screen: compressed with all its styles, it fits into the
 * first packets of a connection (TCP's initial congestion window).
 */
const SHORT_PAGE = 52_000;

/**
 * Finds where the first screen of a page ends: before the section with the first `<h2>` in `<main>`, or at the end of
 * the body when the page is short or has no such section.
 *
 * @returns an index into the HTML
 */
export function endOfFirstScreen(html: string): number {
  const endOfBody = html.lastIndexOf('</body>');
  if (html.length <= SHORT_PAGE) return endOfBody;
  const heading = html.indexOf('<h2', html.indexOf('<main'));
  const section = html.lastIndexOf('<section', heading);
  return section > html.indexOf('<main') ? section : endOfBody;
}

/**
 * Parses a style sheet. Nested rules are flattened, so that each rule has its full selector, and unused custom
 * properties are left out.
 */
export function parseSheet(css: string): Root {
  const { code } = transform({ filename: 'page.css', code: Buffer.from(css), include: Features.Nesting });
  const root = postcss.parse(code.toString());
  removeUnusedProperties(root);
  const used = usedPropertiesIn(root);
  root.walkAtRules('property', (rule) => {
    if (!used.has(rule.params)) rule.remove();
  });
  return root;
}

/**
 * The rules that the first screen needs before the visitor acts, and all font faces and registered properties, which
 * `laterStyles` leaves out.
 */
export function criticalStyles(sheet: Root, firstScreen: string): string {
  // The menu, a dialog, is closed at first, so its styles can wait.
  const $ = load(firstScreen.replace(/<dialog[^]*?<\/dialog>/g, ''));
  const matches = (selector: string) => {
    try {
      const element = selector.replace(PSEUDO_ELEMENT, '').replace(/(^|[\s>+~])$/, '$1*');
      return $(element.replace(TO_THE_END, '').replace(STATE, ':not(*)')).length > 0;
    } catch {
      // Cheerio does not know every pseudo-element. Rules with an unknown one can wait for the style sheet.
      return false;
    }
  };
  function keepFirst(container: Container) {
    container.each((node) => {
      if (node.type === 'rule') keepMatching(node);
      else if (node.type === 'atrule') keepAtRule(node);
      // Licence notices stay in the style sheet that all pages link.
      else if (node.type === 'comment') node.remove();
    });
  }
  function keepMatching(rule: Rule) {
    const selectors = rule.selectors.filter(matches);
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  }
  function keepAtRule(rule: AtRule) {
    // A statement such as `@layer base, utilities;` has no nodes, and is kept.
    if (!rule.nodes || rule.nodes.some(isTransition)) return;
    if (isLater(rule)) rule.remove();
    else if (['layer', 'media', 'supports'].includes(rule.name)) keepFirst(rule);
  }
  const root = sheet.clone();
  keepFirst(root);
  removeUnusedProperties(root);
  return root.toString();
}

/**
 * The styles for the file that all pages link. Font faces and registered properties are left out, because each page has
 * them in its head: a second copy would make the browser lay out all text, or compute every style, once more.
 */
export function laterStyles(sheet: Root): string {
  const root = sheet.clone();
  root.each((node) => {
    if (node.type === 'atrule' && ['font-face', 'property'].includes(node.name)) node.remove();
  });
  return root.toString();
}

/** The custom properties that rules use. */
const usedPropertiesIn = (root: Root) =>
  new Set(Array.from(root.toString().matchAll(/var\(\s*(--[\w-]+)/g), ([, name]) => name));

/** Removes unused custom properties: Tailwind sets every one of the theme on the root element. */
function removeUnusedProperties(root: Root) {
  const used = usedPropertiesIn(root);
  const unused: Declaration[] = [];
  root.walkDecls(/^--/, (declaration) => {
    if (!used.has(declaration.prop)) unused.push(declaration);
  });
  for (const declaration of unused) declaration.remove();
  // A removed property may have been the only use of another one.
  if (unused.length > 0) removeUnusedProperties(root);
}
