import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { ENQUIRY_KEY_HEADER } from '#lead/enquiry-key.ts';
import { LEAD_COLUMNS, SUBMISSION_ID_HEADER } from '#lead/lead.ts';
import { ORIGIN_HEADER } from '#lead/origin.ts';
import { isStorable, isUuid, parseJson } from '#lead/lead-request.ts';
import { readSuspectHeader, SUSPECT_HEADER } from '#lead/suspicion.ts';
import { TOO_MANY, type LeadRow, type LeadStore, type Refusal } from './lead-store.ts';
import { limitBody } from '../http/limit-body.ts';
import { limitLines } from '../http/limited-log.ts';
import { refusalOfHeaders, refuseLarge, restError, type RestError } from './postgrest.ts';

type Dependencies = {
  leads: LeadStore;
  findClientIp: (c: Context) => string | undefined;
  publishableKey: string;
  log: Logger;
};

const COLUMNS = new Set<string>(LEAD_COLUMNS);

/** Parses a JSON object whose keys are columns and whose values are text or null. Anything else is an error. */
function parseRow(bytes: ArrayBuffer): { row: LeadRow } | { error: RestError; status: ContentfulStatusCode } {
  let json: unknown;
  try {
    json = parseJson(bytes);
  } catch {
    return { status: 400, error: restError('PGRST102', 'The body is not valid JSON.') };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { status: 400, error: restError('PGRST102', 'The body must be one JSON object: one lead.') };
  }
  const entries = Object.entries(json);
  const unknown = entries.find(([key]) => !COLUMNS.has(key));
  if (unknown) {
    return { status: 400, error: restError('PGRST204', 'The body has a field that a lead does not have.') };
  }
  const wrong = entries.find(([, value]) => value !== null && typeof value !== 'string');
  if (wrong) {
    return { status: 400, error: restError('22P02', `${wrong[0]} must be text.`) };
  }
  if (entries.some(([, value]) => !isStorable(String(value)))) {
    return { status: 400, error: restError('22P05', 'Text holds a character that cannot be stored.') };
  }
  return { row: Object.fromEntries(entries) };
}

/**
 * Turns a refusal by the database into PostgREST's status and error body. The message names the constraint, but not the
 * visitor's data: it is composed here, not copied from the database's error, whose detail may quote the row.
 */
function toRestError(outcome: Refusal): {
  status: ContentfulStatusCode;
  error: RestError;
} {
  const { sqlState, constraint } = outcome;
  switch (sqlState) {
    case '23505':
      return {
        status: 409,
        error: restError(sqlState, `duplicate key value violates unique constraint "${constraint ?? ''}"`),
      };
    case '23514':
      return {
        status: 400,
        error: restError(
          sqlState,
          `new row for relation "leads" violates check constraint "${constraint ?? ''}"`,
        ),
      };
    case '23502':
      return { status: 400, error: restError(sqlState, 'A required field is missing.') };
    case '42501':
      return { status: 401, error: restError(sqlState, 'permission denied for table leads') };
    default:
      return { status: 400, error: restError(sqlState, 'A value cannot be stored.') };
  }
}

/**
 * `POST /rest/v1/leads` with PostgREST's protocol: 201 with an empty body, or an error with PostgREST's code and
 * status. Accepts only what the site sends: one JSON object, no URL query, and no `Prefer` header that asks for the
 * stored row in the response.
 */
export function leadRoutes({ leads, findClientIp, publishableKey, log }: Dependencies) {
  const logRefused = limitLines(log, 'info', 'lead refused');
  return new Hono().post('/', limitBody(refuseLarge), async (c) => {
    // Read before anything is awaited: a connection that has closed may have no IP address.
    const clientIp = findClientIp(c);
    const refuse = (status: ContentfulStatusCode, error: RestError) => {
      logRefused({ status, code: error.code });
      c.set('refusal', error.code);
      return c.json(error, status);
    };
    const refuseTooMany = (secondsToWait: number) => {
      c.header('retry-after', String(secondsToWait));
      return refuse(
        429,
        restError(TOO_MANY, 'Too many enquiries in a short time. Please send it again later.'),
      );
    };

    const refusal = refusalOfHeaders(c, publishableKey);
    if (refusal) return refuse(...refusal);
    if (c.req.url.includes('?')) {
      return refuse(400, restError('PGRST100', 'This table takes no query.'));
    }
    if (/return=(?!minimal)/.test(c.req.header('prefer') ?? '')) {
      return refuse(401, restError('42501', 'permission denied for table leads'));
    }
    const submissionId = c.req.header(SUBMISSION_ID_HEADER);
    if (submissionId !== undefined && !isUuid(submissionId)) {
      return refuse(400, restError('22P02', `${SUBMISSION_ID_HEADER} is not a UUID.`));
    }

    const parsed = parseRow(await c.req.arrayBuffer());
    if ('error' in parsed) return refuse(parsed.status, parsed.error);

    const suspectReasons = readSuspectHeader(c.req.header(SUSPECT_HEADER));
    const outcome = await leads.insert({
      clientIp,
      row: parsed.row,
      submissionId,
      suspectReasons,
      origin: c.req.header(ORIGIN_HEADER),
      keyHash: c.req.header(ENQUIRY_KEY_HEADER),
    });
    if (outcome.ok) return c.body(null, 201, { 'content-length': '0' });
    if ('secondsToWait' in outcome) return refuseTooMany(outcome.secondsToWait);
    const { status, error } = toRestError(outcome);
    return refuse(status, error);
  });
}
