import type { Context } from 'hono';
import { CHAT_FIELDS, validateChat } from '#lead/chat.ts';
import type { Lead, Validation } from '#lead/lead.ts';
import { HONEYPOT_FIELD } from '#lead/suspicion.ts';
import { VALUATION_FIELDS, validateValuation } from '#lead/valuation.ts';
import type { Site } from '../site/site.ts';

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

/** A form that a browser has posted. */
export type SubmittedForm = {
  source: Lead['source'];
  answers: Record<string, string>;
  honeypot: string;
  validation: Validation<string, Lead>;
};

function isSource(source: string | null): source is Lead['source'] {
  return source !== null && Object.hasOwn(FORMS, source);
}

/** @returns the response, if this is none of the site's forms */
export async function readSubmittedForm(c: Context, site: Site): Promise<SubmittedForm | Response> {
  const refuse = (sentence: string, status: 400 | 415) =>
    site.hasPage(c.req.path) ? c.text(sentence, status) : site.notFound(c);
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
    return refuse(
      'This address accepts only the form on its page, as application/x-www-form-urlencoded.',
      415,
    );
  }
  const values = new URLSearchParams(await c.req.text());
  const source = values.get('source');
  if (!isSource(source)) return refuse('This is not one of the forms of this site.', 400);
  const { fields, validate } = FORMS[source];
  const answers = Object.fromEntries(fields.map((field) => [field, values.get(field) ?? '']));
  return { source, answers, honeypot: values.get(HONEYPOT_FIELD) ?? '', validation: validate(answers) };
}
