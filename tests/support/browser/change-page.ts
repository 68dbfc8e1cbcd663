import type { Page } from '@playwright/test';

/**
 * Changes every page as a browser that translates it does. Once the HTML is complete, each text, even one that is added
 * later, is replaced by two nested `<font>` elements with a changed text. The changed text has a zero-width space at
 * its end, which Playwright's locators ignore and React does not.
 */
export const translatePages = (page: Page) =>
  page.addInitScript(() => {
    const NOT_TRANSLATED = 'script, style, textarea, option, title, svg, font';
    function translate(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest(NOT_TRANSLATED) !== null) continue;
        // A plain string as the tag's name avoids the deprecated signature for `<font>`.
        const [outer, inner] = ['font', 'font'].map((tag) => document.createElement(tag));
        if (!outer || !inner) continue;
        outer.append(inner);
        inner.append(`${text.data}\u200b`);
        text.replaceWith(outer);
      }
    }
    document.addEventListener('DOMContentLoaded', () => {
      translate(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) translate(node.parentNode ?? node);
      }).observe(document.body, { childList: true, subtree: true });
    });
  });

/**
 * Changes the forms of every page as password managers and Grammarly do. Once the HTML is complete, each field gets
 * attributes and new elements beside it.
 */
export const extendForms = (page: Page) =>
  page.addInitScript(() => {
    function extend() {
      for (const field of document.querySelectorAll('form :is(input, textarea):not([data-extended])')) {
        for (const name of ['data-extended', 'data-dashlane-rid', 'data-gramm'])
          field.setAttribute(name, 'a1');
        (field as HTMLElement).style.backgroundImage = 'none';
        field.before(document.createElement('grammarly-extension'));
        field.after(document.createElement('div'), document.createElement('div'));
        field.nextElementSibling?.setAttribute('data-lastpass-icon-root', '');
        field.parentElement?.append(document.createElement('span'));
      }
    }
    document.addEventListener('DOMContentLoaded', () => {
      extend();
      new MutationObserver(extend).observe(document.body, { childList: true, subtree: true });
    });
  });
