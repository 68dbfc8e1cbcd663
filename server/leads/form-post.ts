import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { CHAT_FIELDS, validateChat } from '#lead/chat.ts';
import type { FieldError, Lead, Validation } from '#lead/lead.ts';
import {
  FAILURE_NOTICES,
  TOO_MANY_NOTICE,
  SENT_IDS,
  VALIDATION_ERROR_TITLE,
  type Notice,
} from '#lead/notices.ts';
import { suspectReasonsOf, HONEYPOT_FIELD } from '#lead/suspicion.ts';
import { VALUATION_FIELDS, validateValuation } from '#lead/valuation.ts';
import { TOO_MANY, type LeadStore } from './lead-store.ts';
import { refillPage } from '../site/refill-page.ts';
import type { Site } from '../site/site.ts';

type Dependencies = {
  leads: LeadStore;
  findAddress: (c: Context) => string | undefined;
  site: Site;
  submissionSecret: string;
  log: Logger;
  onStored: () => void;
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

/** The reason for showing the form again, for the counters. */
const REFUSALS = { 422: 'validation', 429: TOO_MANY, 503: 'unavailable' } as const;

function isSource(source: string | null): source is Lead['source'] {
  return source !== null && Object.hasOwn(FORMS, source);
}

/**
 * A built page cannot contain a unique submission id, so the id of a form without scripts is a hash of the
 * answers and the day: pressing the button twice makes one lead. The hash is keyed, or somebody who can guess
 * the answers could occupy the id in advance, or find out whether it is taken.
 */
function submissionIdOf(lead: Lead, day: string, secret: string): string {
  const hash = createHmac('sha256', secret)
    .update(JSON.stringify([day, lead]))
    .digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/**
 * Answers a form that was posted without scripts: turned off, blocked or not loaded yet. A stored lead
 * redirects to the page's confirmation. Otherwise the page is shown again with all answers and errors.
 */
export function createFormPostHandler({
  leads,
  findAddress,
  site,
  submissionSecret,
  log,
  onStored,
}: Dependencies) {
  return async function handleFormPost(c: Context): Promise<Response> {
    const address = findAddress(c);
    const page = await site.readPage(c.req.path);
    if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
      return page ? c.text('This address takes the form of its page only.', 415) : site.notFound(c);
    }

    const values = new URLSearchParams(await c.req.text());
    const source = values.get('source');
    if (!isSource(source)) {
      return page ? c.text('This is not one of the forms of this site.', 400) : site.notFound(c);
    }
    // The not-found page contains forms too, and is shown at any address.
    const path = page ? c.req.path : '/';
    const template = page ?? (await site.readPage(path)) ?? '';
    const { fields, validate } = FORMS[source];
    const answers = Object.fromEntries(fields.map((field) => [field, values.get(field) ?? '']));
    const confirm = () => c.redirect(`${path}#${SENT_IDS[source]}`, 303);
    const showAgain = (
      status: 422 | 429 | 503,
      fieldErrors: FieldError<string>[] = [],
      notice: Notice = FAILURE_NOTICES[source],
    ) => {
      c.set('refusal', REFUSALS[status]);
      log.info({ source, status, fields: fieldErrors.map(({ field }) => field) }, 'form not accepted');
      return c.html(refillPage(template, { source, answers, notice, fieldErrors }), status);
    };

    const validation = validate(answers);
    if (!validation.ok) {
      const [first] = validation.fieldErrors;
      const notice = first && { title: VALIDATION_ERROR_TITLE, description: first.message };
      return showAgain(422, validation.fieldErrors, notice);
    }
    try {
      const day = new Date().toISOString().slice(0, 10);
      const outcome = await leads.insert({
        address,
        row: validation.lead,
        submissionId: submissionIdOf(validation.lead, day, submissionSecret),
        suspectReasons: suspectReasonsOf({ honeypot: values.get(HONEYPOT_FIELD) ?? '' }),
      });
      if (!outcome.ok && 'secondsToWait' in outcome) {
        c.header('retry-after', String(outcome.secondsToWait));
        return showAgain(429, [], TOO_MANY_NOTICE);
      }
      if (!outcome.ok && !outcome.replay) return showAgain(422);
    } catch (error) {
      log.error({ error: String(error) }, 'lead not stored');
      return showAgain(503);
    }
    onStored();
    return confirm();
  };
}
