import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { Logger } from 'pino';
import { CHAT_FIELDS, validateChat } from '#lead/chat.ts';
import { enquiryLink, newEnquiryKey } from '#lead/enquiry-key.ts';
import type { FieldError, Lead, Validation } from '#lead/lead.ts';
import {
  FAILURE_NOTICES,
  TOO_MANY_NOTICE,
  SENT_IDS,
  SUCCESS_NOTICES,
  VALIDATION_ERROR_TITLE,
  type Notice,
} from '#lead/form-notices.ts';
import { originOf } from '#lead/origin.ts';
import { referenceOf } from '#lead/reference.ts';
import { submissionIdOf } from '#lead/submission-id.ts';
import { suspectReasonsOf, HONEYPOT_FIELD } from '#lead/suspicion.ts';
import { VALUATION_FIELDS, validateValuation } from '#lead/valuation.ts';
import { promiseInWords } from '#src/lib/reply-sentence.ts';
import { TOO_MANY, type LeadStore } from './lead-store.ts';
import { delayRefusal } from '../http/delay-refusal.ts';
import { BUSY_SECONDS, limitConcurrency } from '../http/limit-concurrency.ts';
import { limitLines } from '../http/limited-log.ts';
import type { CallLimit } from '../http/call-limit.ts';
import { refillPage } from '../site/refill-page.ts';
import { calendarOf } from '../site/set-opening-hours.ts';
import { showSent, type Sent } from '../site/sent-page.ts';
import type { Site } from '../site/site.ts';

type Dependencies = {
  leads: LeadStore;
  findClientIp: (c: Context) => string | undefined;
  site: Site;
  log: Logger;
  onStored: () => void;
  /** Limits how many forms one IP address may submit without JavaScript, valid or not. */
  formLimit: CallLimit;
  siteUrl: string;
};

type Form = {
  fields: readonly string[];
  validate: (answers: Record<string, string>) => Validation<string, Lead>;
};

const FORMS: Record<Lead['source'], Form> = {
  valuation_form: {
    fields: VALUATION_FIELDS,
    validate: validateValuation,
  },
  chat_widget: {
    fields: CHAT_FIELDS,
    validate: validateChat,
  },
};

/** The reason for showing the form again, as the metrics count it. */
const REFUSALS = { 422: 'validation', 429: TOO_MANY, 503: 'unavailable' } as const;

/** How many pages are filled in at once, and how many more wait. Each takes one to two milliseconds. */
const PAGES_AT_ONCE = { running: 2, waiting: 40 };

/** Fast, with little memory. It still compresses the page to a quarter. */
const GZIP = { level: 1, windowBits: 13, memLevel: 7 };

const compress = promisify(gzip);

/** Only a script could tell how far the visitor's clock is from UTC. */
const UNKNOWN_TIME_ZONE = NaN;

const inWords = (count: number, unit: 'second' | 'minute') =>
  count.toLocaleString('en-GB', { style: 'unit', unit, unitDisplay: 'long' });

function isSource(source: string | null): source is Lead['source'] {
  return source !== null && Object.hasOwn(FORMS, source);
}

/**
 * Handles forms submitted without JavaScript, because scripts are turned off, blocked or not loaded yet. After a lead
 * is stored, shows the page's confirmation with the reference, the time of the reply and the link to the seller's own
 * page. For a lead that was stored before there is no link: whoever knows the answers must not get one by repeating
 * them. Otherwise shows the page again with all answers and errors.
 */
export function createFormPostHandler({
  leads,
  findClientIp,
  site,
  log,
  onStored,
  formLimit,
  siteUrl,
}: Dependencies) {
  const logRefused = limitLines(log, 'info', 'form not accepted');
  const logFailed = limitLines(log, 'error', 'lead not stored');
  const runLimited = limitConcurrency(PAGES_AT_ONCE);
  let calendar = calendarOf(site.homePage);
  site.onUse(() => {
    calendar = calendarOf(site.homePage);
  });

  /** Responds with a short page, when filling in the form's page would cost too much. */
  async function askToWait(
    c: Context,
    status: 429 | 503,
    seconds: number,
    reason: string,
  ): Promise<Response> {
    c.set('refusal', reason);
    await delayRefusal();
    c.header('retry-after', String(seconds));
    const wait = seconds < 60 ? inWords(seconds, 'second') : inWords(Math.ceil(seconds / 60), 'minute');
    return c.html(
      html`<!doctype html>
        <html lang="en-GB">
          <meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
          <title>Please wait a moment</title>
          <h1>Please wait a moment</h1>
          <p>
            Too many forms reached us in a short time, so this one is not sent yet. Go back: your answers are
            still in the form. Send it again in ${wait}, or contact us directly:
          </p>
          <ul>
            ${raw(site.contactItems)}
          </ul>
        </html>`,
      status,
    );
  }

  async function sendPage(c: Context, page: string, status: 200 | 422 | 429 | 503): Promise<Response> {
    c.header('vary', 'Accept-Encoding');
    c.header('content-type', 'text/html; charset=utf-8');
    const acceptsGzip = c.req.header('accept-encoding')?.includes('gzip');
    if (acceptsGzip) c.header('content-encoding', 'gzip');
    return c.body(acceptsGzip ? new Uint8Array(await compress(page, GZIP)) : page, status);
  }

  /** The page at the path; the home page if there is no page (the form was then on the 404 page) or it lacks this form. */
  function pageWith(source: Lead['source'], path: string): { path: string; page: string } {
    const page = site.readPage(path);
    return page?.includes(`data-lead-form="${source}"`) ? { path, page } : { path: '/', page: site.homePage };
  }

  /** @returns undefined if the page has no place for the confirmation */
  async function showConfirmation(
    c: Context,
    page: string,
    source: Lead['source'],
    sent: Omit<Sent, 'promise'>,
  ): Promise<Response | undefined> {
    const promise =
      calendar.hours.length > 0 ? promiseInWords(new Date(), UNKNOWN_TIME_ZONE, calendar) : undefined;
    const shown = showSent(page, SENT_IDS[source], { ...sent, promise });
    if (!shown) return undefined;
    c.header('cache-control', 'no-store');
    return sendPage(c, shown, 200);
  }

  return async function handleFormPost(c: Context): Promise<Response> {
    const clientIp = findClientIp(c);
    const secondsToWait = await formLimit.count(clientIp);
    if (secondsToWait !== undefined) return askToWait(c, 429, secondsToWait, 'too_many_forms');

    const isPage = site.hasPage(c.req.path);
    if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
      return isPage
        ? c.text('This address accepts only the form on its page, as application/x-www-form-urlencoded.', 415)
        : site.notFound(c);
    }

    const values = new URLSearchParams(await c.req.text());
    const source = values.get('source');
    if (!isSource(source)) {
      return isPage ? c.text('This is not one of the forms of this site.', 400) : site.notFound(c);
    }
    const { fields, validate } = FORMS[source];
    const answers = Object.fromEntries(fields.map((field) => [field, values.get(field) ?? '']));

    const showAgain = async (
      status: 422 | 429 | 503,
      fieldErrors: FieldError<string>[] = [],
      notice: Notice = FAILURE_NOTICES[source],
    ) => {
      c.set('refusal', REFUSALS[status]);
      logRefused({ source, status, fields: fieldErrors.map(({ field }) => field) });
      const shown = await runLimited(async () => {
        const { page } = pageWith(source, c.req.path);
        const refill = { answers, notice, fieldErrors, otherWays: site.contactItems };
        return sendPage(c, refillPage(page, source, refill), status);
      });
      return shown ?? askToWait(c, 503, BUSY_SECONDS, 'busy');
    };

    const validation = validate(answers);
    if (!validation.ok) {
      const [first] = validation.fieldErrors;
      const notice = first && { title: VALIDATION_ERROR_TITLE, description: first.message };
      return showAgain(422, validation.fieldErrors, notice);
    }
    const { key, hash } = await newEnquiryKey();
    const submissionId = await submissionIdOf(validation.lead, new Date());
    let isNew: boolean;
    try {
      const outcome = await leads.insert({
        clientIp,
        row: validation.lead,
        submissionId,
        suspectReasons: suspectReasonsOf({ honeypot: values.get(HONEYPOT_FIELD) ?? '' }),
        // The forms have no action, so a browser posts them to the URL of their page, whose query may name a campaign.
        origin: originOf(new URL(c.req.url).pathname, [c.req.url]),
        keyHash: hash,
      });
      if (!outcome.ok && 'secondsToWait' in outcome) {
        c.header('retry-after', String(outcome.secondsToWait));
        return await showAgain(429, [], TOO_MANY_NOTICE);
      }
      if (!outcome.ok && !outcome.replay) return await showAgain(422);
      isNew = outcome.ok;
    } catch (error) {
      logFailed({ error: String(error) });
      return showAgain(503);
    }
    onStored();
    const { path, page } = pageWith(source, c.req.path);
    const { title, description } = SUCCESS_NOTICES[source];
    const sent = {
      success: `${title} ${description}`,
      reference: referenceOf(submissionId),
      link: isNew ? enquiryLink(siteUrl, key) : undefined,
    };
    const shown = await runLimited(() => showConfirmation(c, page, source, sent));
    return shown ?? c.redirect(`${path}${new URL(c.req.url).search}#${SENT_IDS[source]}`, 303);
  };
}
