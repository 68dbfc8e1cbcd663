import type { Context } from 'hono';
import type { Logger } from 'pino';
import { enquiryLink, newEnquiryKey } from '#lead/enquiry-key.ts';
import type { FieldError, Lead } from '#lead/lead.ts';
import {
  FAILURE_NOTICES,
  TOO_MANY_NOTICE,
  SENT_IDS,
  VALIDATION_ERROR_TITLE,
  type Notice,
} from '#lead/form-notices.ts';
import { originOf } from '#lead/origin.ts';
import { submissionIdOf } from '#lead/submission-id.ts';
import { suspectReasonsOf } from '#lead/suspicion.ts';
import { BUSY_SECONDS, limitConcurrency } from '../http/limit-concurrency.ts';
import { limitLines } from '../http/limited-log.ts';
import type { CallLimit } from '../http/call-limit.ts';
import { showSent } from '../site/sent-page.ts';
import type { Site } from '../site/site.ts';
import { askToWait } from './ask-to-wait.ts';
import { TOO_MANY, type LeadStore } from './lead-store.ts';
import { createReadyPages } from './ready-pages.ts';
import { sendPage } from './send-page.ts';
import { readSubmittedForm, type SubmittedForm } from './submitted-form.ts';

type Dependencies = {
  leads: LeadStore;
  findClientIp: (c: Context) => string | undefined;
  site: Site;
  log: Logger;
  onStored: () => void;
  /** Limits how many forms one IP address may submit without JavaScript, valid or not. */
  formLimit: CallLimit;
  /** The site's public URL. */
  siteUrl: string;
};

/** Why a form is shown again: its errors, or the notice above it. */
type Shown = { fieldErrors?: FieldError<string>[]; notice?: Notice | undefined };

/** The reason for showing the form again, as the metrics count it. */
const REFUSALS = { 422: 'validation', 429: TOO_MANY, 503: 'unavailable' } as const;

/** How many pages are filled in at once, and how many more wait. Each takes about a millisecond. */
const PAGES_AT_ONCE = { running: 2, waiting: 40 };

/**
 * Handles forms submitted without JavaScript, because scripts are turned off, blocked or not loaded yet. After a lead
 * is stored, shows the page's confirmation with the link to the seller's own page. For a lead that was stored before,
 * redirects to the confirmation: whoever knows the answers must not get a link by repeating them. Otherwise shows the page
 * again with all answers and errors.
 */
export function createFormPostHandler(dependencies: Dependencies) {
  const { leads, findClientIp, site, log, onStored, formLimit, siteUrl } = dependencies;
  const logRefused = limitLines(log, 'info', 'form not accepted');
  const logFailed = limitLines(log, 'error', 'lead not stored');
  const runLimited = limitConcurrency(PAGES_AT_ONCE);
  const readyPage = createReadyPages(site);

  async function showAgain(
    c: Context,
    { source, answers }: SubmittedForm,
    status: 422 | 429 | 503,
    { fieldErrors = [], notice = FAILURE_NOTICES[source] }: Shown = {},
  ): Promise<Response> {
    c.set('refusal', REFUSALS[status]);
    logRefused({ source, status, fields: fieldErrors.map(({ field }) => field) });
    const shown = await runLimited(async () => {
      const { refill } = readyPage(c.req.path, source);
      return sendPage(c, refill({ answers, notice, fieldErrors }), status);
    });
    return shown ?? askToWait(c, site.contactItems, { status: 503, seconds: BUSY_SECONDS, reason: 'busy' });
  }

  async function insert(c: Context, lead: Lead, { honeypot }: SubmittedForm, keyHash: string | undefined) {
    try {
      return await leads.insert({
        clientIp: findClientIp(c),
        row: lead,
        submissionId: await submissionIdOf(lead, new Date()),
        suspectReasons: suspectReasonsOf({ honeypot }),
        // The forms have no action, so a browser posts them to the URL of their page, whose query may name a campaign.
        origin: originOf(new URL(c.req.url).pathname, [c.req.url]),
        keyHash,
      });
    } catch (error) {
      logFailed({ error: String(error) });
      return undefined;
    }
  }

  /** Shows the confirmation with the link. @returns undefined if the page has no place for the link */
  async function showLink(
    c: Context,
    path: string,
    source: Lead['source'],
    key: string,
  ): Promise<Response | undefined> {
    const page = path === '/' ? site.homePage : site.readPage(path);
    const shown = page && showSent(page, SENT_IDS[source], enquiryLink(siteUrl, key));
    if (!shown) return undefined;
    c.header('cache-control', 'no-store');
    return sendPage(c, Buffer.from(shown), 200);
  }

  return async function handleFormPost(c: Context): Promise<Response> {
    const seconds = await formLimit.count(findClientIp(c));
    if (seconds !== undefined)
      return askToWait(c, site.contactItems, { status: 429, seconds, reason: 'too_many_forms' });

    const form = await readSubmittedForm(c, site);
    if (form instanceof Response) return form;
    const { source, validation } = form;
    if (!validation.ok) {
      const { fieldErrors } = validation;
      const [first] = fieldErrors;
      const notice = first && { title: VALIDATION_ERROR_TITLE, description: first.message };
      return showAgain(c, form, 422, { fieldErrors, notice });
    }

    const { key, hash } = await newEnquiryKey();
    const outcome = await insert(c, validation.lead, form, hash);
    if (outcome === undefined) return showAgain(c, form, 503);
    if (!outcome.ok && 'secondsToWait' in outcome) {
      c.header('retry-after', String(outcome.secondsToWait));
      return showAgain(c, form, 429, { notice: TOO_MANY_NOTICE });
    }
    if (!outcome.ok && !outcome.replay) return showAgain(c, form, 422);
    onStored();
    const { path } = readyPage(c.req.path, source);
    const shown = outcome.ok ? await runLimited(() => showLink(c, path, source, key)) : undefined;
    return shown ?? c.redirect(`${path}#${SENT_IDS[source]}`, 303);
  };
}
