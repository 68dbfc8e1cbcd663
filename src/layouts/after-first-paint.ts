const FONTS = ['Besley', 'Atkinson Hyperlegible Next'];
/** Fonts that come later wait for the next page: nothing changes under a reader's eyes. */
const LATE_MS = 3000;
const RETRY_MS = 2000;

const root = document.documentElement;

/** A link that failed has no sheet, or one without rules, or one whose rules may not be read: browsers differ. */
function isThere({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** Resolves when a style sheet is there. On a line that fails it is asked for again, after longer and longer. */
function sheetLoaded(link: HTMLLinkElement, hasFailed: boolean, retryMs = RETRY_MS): Promise<void> {
  return new Promise((resolve) => {
    const tryAgain = () => {
      setTimeout(() => {
        const next = link.cloneNode() as HTMLLinkElement;
        link.replaceWith(next);
        resolve(sheetLoaded(next, false, retryMs * 2));
      }, retryMs);
    };
    if (isThere(link)) {
      resolve();
    } else if (hasFailed) {
      tryAgain();
    } else {
      link.addEventListener('load', () => {
        resolve();
      });
      link.addEventListener('error', tryAgain);
    }
  });
}

/** The sheet that `first-paint.ts` has asked for: if that has ended without one before now, no event will tell. */
async function stylesLoaded() {
  const link = document.querySelector<HTMLLinkElement>('head > link[rel="stylesheet"]');
  if (link) await sheetLoaded(link, performance.getEntriesByName(link.href).length > 0);
}

/** Shows both fonts together, so that the page is laid out anew once; or leaves them, when they are late. */
async function showFonts() {
  const loaded = Promise.all(FONTS.map((family) => document.fonts.load(`1em "${family}"`))).then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, LATE_MS, false));
  if (await Promise.race([loaded, late])) root.dataset.early = 'shown';
}

const idle = () =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve);
  });

/** What comes after the first paint of a visit's first page, in pieces between which the browser can answer. */
async function completePage() {
  await stylesLoaded();
  await showFonts();
  // Until now the browser left out what is far below: the style sheet says so (`[data-early]`).
  for (const part of document.querySelectorAll<HTMLElement>('section')) {
    await idle();
    part.style.contentVisibility = 'visible';
  }
}

if (root.dataset.early === undefined) {
  void stylesLoaded();
} else {
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    void completePage();
  }).observe({ type: 'paint', buffered: true });
}
