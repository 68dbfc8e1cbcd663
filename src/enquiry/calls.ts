import type { ExtractSchema } from 'hono/types';
import type { RefusedBody } from '#server/refused.ts';
import type { EnquiryRoutes } from '#server/seller/routes.ts';

export const READ_LIMIT_MS = 10_000;
export const WRITE_LIMIT_MS = 20_000;
/** The pauses between the attempts of a write. Together they are longer than a restart of the server. */
const RETRY_PAUSES_MS = [1_000, 2_000, 3_000, 4_000];

type Schema = ExtractSchema<EnquiryRoutes>;
type Name = keyof Schema extends `/${infer Each}` ? Each : never;
type Args<N extends Name> = Schema[`/${N}`]['$post']['input']['json'];

/** What a call returns. */
export type Result<N extends Name> = Schema[`/${N}`]['$post']['output'];

/** A call that changes something. */
export type WriteName = { [N in Name]: Args<N> extends { request_id: string } ? N : never }[Name];

/** The arguments of each call that changes something, besides the key and the request's id. */
export type Writes = { [N in WriteName]: Omit<Args<N>, 'key' | 'request_id'> };

/** Why a call failed. `message` is a sentence from the server, for the seller. */
export type Failure =
  /** The key is unknown, or has ended. */
  | { kind: 'no_link' }
  /** There was no answer, or an answer that does not say whether the call was carried out. */
  | { kind: 'unreachable' }
  | { kind: 'too_many'; waitMs: number }
  /** The offer has changed, or the link of a mail is not confirmed yet, or is confirmed by now. */
  | { kind: 'changed' }
  /** A mail about the enquiry is being sent, so it cannot be erased at this moment. */
  | { kind: 'busy' }
  /** A field is wrong, or the data is held. */
  | { kind: 'refused'; field: string; message: string };

export type Answer<Data> = { ok: true; data: Data } | ({ ok: false } & Failure);

/** Reads the enquiry. @param seen the id of the last entry of the conversation that was shown, if there is one */
export const readEnquiry = (key: string, seen?: number): Promise<Answer<Result<'enquiry'>>> =>
  call('enquiry', { key, seen }, READ_LIMIT_MS);

/** Reads the dates for the seller's calendar, as an iCalendar file. */
export const readDates = (key: string): Promise<Answer<Result<'dates'>>> =>
  call('dates', { key }, READ_LIMIT_MS);

/** Asks for a new link. The answer is the same whether or not the address belongs to an enquiry. */
export const sendNewLink = (email: string): Promise<Answer<Result<'send_new_link'>>> =>
  callWithRetries('send_new_link', { email });

/**
 * Makes a call that changes something. Retries it while the server does not answer or is busy. A retry cannot repeat the
 * change, because the server carries out each request id only once.
 */
export const write = <N extends WriteName>(
  name: N,
  key: string,
  requestId: string,
  args: Writes[N],
): Promise<Answer<Result<N>>> => callWithRetries(name, { key, request_id: requestId, ...args });

async function callWithRetries<N extends Name>(name: N, args: object): Promise<Answer<Result<N>>> {
  for (let tries = 0; ; tries += 1) {
    const answer = await call(name, args, WRITE_LIMIT_MS);
    const pauseMs = RETRY_PAUSES_MS[tries];
    const mayWorkSoon = !answer.ok && (answer.kind === 'unreachable' || answer.kind === 'busy');
    if (!mayWorkSoon || pauseMs === undefined || !navigator.onLine) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Our server answers the calls, at the origin of the page. */
export const urlOf = (name: Name) => `/enquiry/${name}`;

export const HEADERS = { 'content-type': 'application/json' };

/** The seller's key is in the body of each request, and never in its URL or its headers. */
export const call = <N extends Name>(name: N, args: object, limitMs: number): Promise<Answer<Result<N>>> =>
  answerOf(
    fetch(urlOf(name), {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(limitMs),
    }),
  );

/** @param request rejects, or resolves with undefined, when there was no response */
export async function answerOf<Data>(request: Promise<Response | undefined>): Promise<Answer<Data>> {
  try {
    const response = await request;
    if (response === undefined) return { ok: false, kind: 'unreachable' };
    const body: unknown = await response.json();
    if (response.ok) return { ok: true, data: body as Data };
    return { ok: false, ...failureOf(response.status, body as Partial<RefusedBody>) };
  } catch {
    // There was no connection, no answer in time, or an answer that is not JSON, such as a proxy's page.
    return { ok: false, kind: 'unreachable' };
  }
}

function failureOf(status: number, { message = '', detail, hint = '' }: Partial<RefusedBody>): Failure {
  switch (status) {
    case 404:
      // A 404 without this hint comes from a proxy, or from a server that does not have the call.
      return hint === 'no_such_link' ? { kind: 'no_link' } : { kind: 'unreachable' };
    case 409:
      return hint === 'sending' ? { kind: 'busy' } : { kind: 'changed' };
    case 422:
    case 423:
      return { kind: 'refused', field: hint, message };
    case 429:
      return { kind: 'too_many', waitMs: (Number(detail) || 60) * 1000 };
    default:
      return { kind: 'unreachable' };
  }
}
