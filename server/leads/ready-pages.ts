import type { Lead } from '#lead/lead.ts';
import { preparePage, type RefillPage } from '../site/refill-page.ts';
import type { Site } from '../site/site.ts';

type ReadyPage = { path: string; refill: RefillPage };

/** How many prepared pages are kept, of about 60 KB each. */
const MAX_READY_PAGES = 64;

/**
 * The pages with forms, prepared to be filled in with a visitor's answers. A page is kept once it is prepared, because
 * finding a form's placeholders takes some milliseconds.
 */
export function createReadyPages(site: Site) {
  const homePages: Record<Lead['source'], ReadyPage> = {
    valuation_form: { path: '/', refill: preparePage(site.homePage, 'valuation_form') },
    chat_widget: { path: '/', refill: preparePage(site.homePage, 'chat_widget') },
  };
  const readyPages = new Map<string, ReadyPage>();

  /**
   * Returns the page at the path. If there is no page at the path (the form was then on the 404 page), or if the page
   * does not contain this form, returns the home page.
   */
  return function readyPage(path: string, source: Lead['source']): ReadyPage {
    if (path === '/' || !site.hasPage(path)) return homePages[source];
    const key = `${source} ${path}`;
    const known = readyPages.get(key);
    if (known) return known;
    const page = site.readPage(path);
    const hasForm = page?.includes(`data-lead-form="${source}"`);
    const ready = page && hasForm ? { path, refill: preparePage(page, source) } : homePages[source];
    const [oldest] = readyPages.keys();
    if (oldest !== undefined && readyPages.size >= MAX_READY_PAGES) readyPages.delete(oldest);
    readyPages.set(key, ready);
    return ready;
  };
}
