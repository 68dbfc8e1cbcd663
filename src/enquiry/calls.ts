import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import type { Database } from '#database-types';
import type { Enquiry } from './types.ts';

export const READ_LIMIT_MS = 10_000;
const WRITE_LIMIT_MS = 20_000;
/** The pauses between the attempts of a write. Together they are longer than a restart of the server. */
const RETRY_PAUSES_MS = [1_000, 2_000, 3_000, 4_000];

type Functions = Database['seller']['Functions'];

/** A function that changes something. */
export type WriteName = Exclude<keyof Functions, 'enquiry' | 'send_new_link'>;

type OwnArguments<Args> = Omit<Args, 'key' | 'request_id'>;

/** The arguments of each function that changes something, besides the key and the request's id. */
export type Writes = {
  [Name in WriteName]: {
    [Key in keyof OwnArguments<Functions[Name]['Args']>]:
      OwnArguments<Functions[Name]['Args']>[Key] | undefined;
  };
};

/** Why a call failed. `message` is a sentence from the database, for the seller. */
export type Failure =
  /** The key is unknown, or has ended. */
  | { kind: 'no_link' }
  /** There was no answer, or an answer that does not say whether the call was carried out. */
  | { kind: 'unreachable' }
  | { kind: 'too_many'; waitMs: number }
  /** The offer has changed. */
  | { kind: 'changed' }
  /** A mail about the enquiry is being sent, so it cannot be erased at this moment. */
  | { kind: 'busy' }
  /** A field is wrong, or the data is held. */
  | { kind: 'refused'; field: string; message: string };

export type Answer<Data> = { ok: true; data: Data } | ({ ok: false } & Failure);

/** Reads the enquiry. */
export const readEnquiry = (key: string): Promise<Answer<Enquiry>> =>
  call<Enquiry>('enquiry', { key }, READ_LIMIT_MS);

export const headersFor = (publishableKey: string): Record<string, string> => ({
  apikey: publishableKey,
  authorization: `Bearer ${publishableKey}`,
  'content-type': 'application/json',
  'content-profile': 'seller',
});

/** Asks for a new link. The answer is the same whether or not the address belongs to an enquiry. */
export const sendNewLink = (email: string): Promise<Answer<unknown>> =>
  callWithRetries('send_new_link', { email });

/**
 * Calls a function that changes something. Retries it while the server does not answer or is busy. A retry cannot
 * repeat the change, because the database carries out each request id only once.
 */
export const write = <Name extends WriteName>(
  name: Name,
  key: string,
  requestId: string,
  args: Writes[Name],
): Promise<Answer<Enquiry>> => callWithRetries<Enquiry>(name, { key, request_id: requestId, ...args });

async function callWithRetries<Data>(name: keyof Functions, args: object): Promise<Answer<Data>> {
  for (let tries = 0; ; tries += 1) {
    const answer = await call<Data>(name, args, WRITE_LIMIT_MS);
    const pauseMs = RETRY_PAUSES_MS[tries];
    const mayWorkSoon = !answer.ok && (answer.kind === 'unreachable' || answer.kind === 'busy');
    if (!mayWorkSoon || pauseMs === undefined || !navigator.onLine) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Calls a function with a plain request. The client of supabase-js would be a twentieth of the page's script, and the
 * first call would wait for it. The seller's key is in the body of each request, and never in its URL or its headers.
 */
const call = <Data>(name: keyof Functions, args: object, limitMs: number): Promise<Answer<Data>> =>
  answerOf(
    fetch(`${PUBLIC_SUPABASE_URL}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: headersFor(PUBLIC_SUPABASE_KEY),
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
    return { ok: false, ...failureOf(response.status, body as CallError) };
  } catch {
    // There was no connection, no answer in time, or an answer that is not JSON, such as a proxy's page.
    return { ok: false, kind: 'unreachable' };
  }
}

type CallError = { message: string; details: string | null; hint: string | null };

function failureOf(status: number, { message, details, hint }: CallError): Failure {
  switch (status) {
    case 404:
      // A 404 without this hint comes from a proxy, or from a backend that does not have the function.
      return hint === 'no_such_link' ? { kind: 'no_link' } : { kind: 'unreachable' };
    case 409:
      return hint === 'sending' ? { kind: 'busy' } : { kind: 'changed' };
    case 422:
    case 423:
      return { kind: 'refused', field: hint ?? '', message };
    case 429:
      return { kind: 'too_many', waitMs: (Number(details) || 60) * 1000 };
    default:
      return { kind: 'unreachable' };
  }
}
