import { ENQUIRY_KEY_HEADER } from '#lead/enquiry-key.ts';
import type { NotSentReason } from '#lead/form-notices.ts';
import { SUBMISSION_ID_CONSTRAINT, SUBMISSION_ID_HEADER, type Lead } from '#lead/lead.ts';
import { ORIGIN_HEADER } from '#lead/origin.ts';
import { SUSPECT_HEADER, type SuspectReason } from '#lead/suspicion.ts';
import { toNotificationBody } from '#lead/notification.ts';
import type { Submission } from './submission.ts';
import type { LeadRow } from './supabase.ts';

/** The time limit for storing a lead: for loading the Supabase client and for all attempts together. */
const INSERT_LIMIT_MS = 20_000;
/** The pauses between attempts. Together they are longer than a restart of the server (docs/reliability.md). */
const RETRY_PAUSES_MS = [1_000, 2_000, 3_000, 4_000];
const NOTIFICATION_LIMIT_MS = 10_000;

export type SendResult =
  | {
      ok: true;
      /** The key of the seller's own page, if its hash was stored with the lead. */
      key: string | undefined;
    }
  | { ok: false; reason: NotSentReason };

type SubmissionHeaders = Omit<Submission, 'answers'>;

type Backend = typeof import('./supabase.ts');

const loadBackend = (): Promise<Backend> => import('./supabase.ts');

/** Preloads the Supabase client, so that the form is sent without delay. */
export function prepareToSend(): void {
  // A failure is ignored here: `sendLead` imports the module again and reports the error.
  loadBackend().catch(() => undefined);
}

/**
 * Stores a lead, then requests its notification e-mail, as the firm's specification requires (section 7). The result
 * says only whether the lead was stored: if the request for the mail fails, the server sends the mail later by itself.
 *
 * @param submission its `id` is the idempotency key, the same for every retry of the same answers
 * @param suspectReasons why the lead may be spam; stored with the lead
 */
export async function sendLead(
  lead: Lead,
  submission: SubmissionHeaders,
  suspectReasons: SuspectReason[] = [],
): Promise<SendResult> {
  try {
    const stored = await storeLead(lead, submission, suspectReasons);
    if (stored.ok) await requestNotification(lead, submission.id);
    return stored;
  } catch (cause) {
    console.error('Lead insert failed', cause);
    return { ok: false, reason: 'unanswered' };
  }
}

/** The result when the Supabase client could not be loaded, so that no request was sent. */
const NOT_LOADED = {
  error: { code: '', message: 'The Supabase client could not be loaded' },
  status: 0,
  requested: false,
};

/** A promise that rejects when the signal aborts. It races against a download, because one that hangs never settles. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(new Error('Aborted'));
    signal.addEventListener('abort', () => {
      reject(new Error('Aborted'));
    });
  });

async function insert(
  lead: Lead,
  { id, origin, enquiryKey }: SubmissionHeaders,
  suspectReasons: SuspectReason[],
  limit: AbortSignal,
) {
  const backend = await Promise.race([loadBackend(), aborted(limit)]).catch(() => undefined);
  if (!backend) return NOT_LOADED;
  const row: LeadRow = lead;
  const request = backend.supabase
    .from('leads')
    .insert(row)
    .setHeader(SUBMISSION_ID_HEADER, id)
    .setHeader('Authorization', backend.ANONYMOUS_AUTHORIZATION)
    .abortSignal(limit);
  if (origin) request.setHeader(ORIGIN_HEADER, origin);
  if (enquiryKey) request.setHeader(ENQUIRY_KEY_HEADER, enquiryKey.hash);
  if (suspectReasons.length > 0) request.setHeader(SUSPECT_HEADER, suspectReasons.join(','));
  // An offline browser fails a request without sending it, so the lead cannot have arrived.
  const requested = navigator.onLine;
  const { error, status } = await request;
  return { error, status, requested };
}

async function storeLead(
  lead: Lead,
  submission: SubmissionHeaders,
  suspectReasons: SuspectReason[],
): Promise<SendResult> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
  }, INSERT_LIMIT_MS);
  try {
    return await storeWithin(controller.signal, lead, submission, suspectReasons);
  } finally {
    clearTimeout(timer);
  }
}

async function storeWithin(
  limit: AbortSignal,
  lead: Lead,
  submission: SubmissionHeaders,
  suspectReasons: SuspectReason[],
): Promise<SendResult> {
  const { enquiryKey, wasTried = false } = submission;
  let mayHaveArrived = false;
  for (let tries = 0; ; tries += 1) {
    const { error, status, requested } = await insert(lead, submission, suspectReasons, limit);
    if (!error) return { ok: true, key: enquiryKey?.key };
    // The lead is stored already: by an earlier attempt, with this key, or from another page or tab, with another key.
    if (isAlreadyStored(error))
      return { ok: true, key: wasTried || mayHaveArrived ? enquiryKey?.key : undefined };
    mayHaveArrived ||= requested && UNANSWERED.includes(status);
    const pauseMs = RETRY_PAUSES_MS[tries];
    if (pauseMs === undefined || limit.aborted || !isWorthRetrying(status)) {
      // The whole error is not logged, because its `details` can contain the visitor's answers.
      console.error('Lead insert failed', error.code, error.message);
      if (mayHaveArrived) return { ok: false, reason: 'unanswered' };
      if (status === 429) return { ok: false, reason: 'too-many' };
      return { ok: false, reason: navigator.onLine ? 'refused' : 'offline' };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Statuses after which the lead may have been stored: no response (0), or a proxy got no response (502, 504). */
const UNANSWERED = [0, 502, 504];

/**
 * Whether a retry may succeed: the request took too long to arrive (408), the server or its proxy is down for a moment,
 * or there was no response at all (status 0) although the browser is online.
 */
function isWorthRetrying(status: number): boolean {
  return status === 0 ? navigator.onLine : [408, 502, 503, 504].includes(status);
}

/** Whether an earlier attempt has stored the lead: 23505 is PostgreSQL's code for a violated unique constraint. */
function isAlreadyStored({ code, message }: { code: string; message: string }): boolean {
  return code === '23505' && message.includes(SUBMISSION_ID_CONSTRAINT);
}

async function requestNotification(lead: Lead, submissionId: string): Promise<void> {
  try {
    const backend = await loadBackend();
    const response = await backend.supabase.functions.invoke<unknown>('send-email', {
      body: toNotificationBody(lead),
      headers: { [SUBMISSION_ID_HEADER]: submissionId, Authorization: backend.ANONYMOUS_AUTHORIZATION },
      timeout: NOTIFICATION_LIMIT_MS,
    });
    console.info('send-email', response.error ? describe(response.error) : 'accepted');
  } catch (cause) {
    console.info('send-email', describe(cause));
  }
}

const describe = (cause: unknown) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : 'failed');
