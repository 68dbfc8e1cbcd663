import type { NotSentReason } from '#lead/notices.ts';
import { SUBMISSION_ID_CONSTRAINT, SUBMISSION_ID_HEADER, type Lead } from '#lead/lead.ts';
import { ORIGIN_HEADER } from '#lead/origin.ts';
import { SUSPECT_HEADER, type SuspectReason } from '#lead/suspicion.ts';
import { toNotificationBody } from '#lead/notification.ts';
import type { Submission } from './submission.ts';
import type { LeadRow } from './supabase.ts';

/** The time limit for storing a lead: loading the code for it and all attempts, together. */
const INSERT_LIMIT_MS = 20_000;
/** The pauses between attempts. Together they are longer than a restart of the server (docs/reliability.md). */
const RETRY_PAUSES_MS = [1_000, 2_000, 3_000, 4_000];
const NOTIFICATION_LIMIT_MS = 10_000;

export type SendResult = { ok: true } | { ok: false; reason: NotSentReason };

type Sent = Omit<Submission, 'answers'>;

type Backend = typeof import('./supabase.ts');

const loadBackend = (): Promise<Backend> => import('./supabase.ts');

/** Preloads the Supabase client, so that it is there when the form is sent. */
export function prepareToSend(): void {
  // `sendLead` loads it again and reports a failure.
  loadBackend().catch(() => undefined);
}

/**
 * Stores a lead, then requests its notification e-mail (specification, section 7). Only the storing decides the
 * result, because the server also sends notifications that nobody requested.
 *
 * @param submission with the idempotency key: the same for every retry of the same answers
 * @param suspectReasons why the lead may be spam; it is stored with them
 */
export async function sendLead(
  lead: Lead,
  submission: Sent,
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

/** An insert that was never requested, because the client for it could not be loaded. */
const NOT_LOADED = {
  error: { code: '', message: 'The client could not be loaded' },
  status: 0,
  requested: false,
};

/** Rejects when the signal aborts. A download that hangs never settles by itself. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(new Error('Aborted'));
    signal.addEventListener('abort', () => {
      reject(new Error('Aborted'));
    });
  });

async function insert(lead: Lead, { id, origin }: Sent, suspectReasons: SuspectReason[], limit: AbortSignal) {
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
  if (suspectReasons.length > 0) request.setHeader(SUSPECT_HEADER, suspectReasons.join(','));
  // An offline browser fails the request at once.
  const requested = navigator.onLine;
  const { error, status } = await request;
  return { error, status, requested };
}

async function storeLead(lead: Lead, submission: Sent, suspectReasons: SuspectReason[]): Promise<SendResult> {
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
  submission: Sent,
  suspectReasons: SuspectReason[],
): Promise<SendResult> {
  let mayHaveArrived = false;
  for (let tries = 0; ; tries += 1) {
    const { error, status, requested } = await insert(lead, submission, suspectReasons, limit);
    if (!error || isReplay(error)) return { ok: true };
    mayHaveArrived ||= requested && UNANSWERED.includes(status);
    const pauseMs = RETRY_PAUSES_MS[tries];
    if (pauseMs === undefined || limit.aborted || !isWorthRetrying(status)) {
      // Does not log the whole error, because its `details` can contain the visitor's answers.
      console.error('Lead insert failed', error.code, error.message);
      if (mayHaveArrived) return { ok: false, reason: 'unanswered' };
      if (status === 429) return { ok: false, reason: 'too-many' };
      return { ok: false, reason: navigator.onLine ? 'refused' : 'offline' };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The statuses after which the server may have stored the lead: no response, and those of a proxy that got none. */
const UNANSWERED = [0, 502, 504];

/**
 * Whether a retry may succeed: the server or its proxy is down for a moment, or there was no response at all
 * (status 0) although the browser is online.
 */
function isWorthRetrying(status: number): boolean {
  return status === 0 ? navigator.onLine : [502, 503, 504].includes(status);
}

function isReplay({ code, message }: { code: string; message: string }): boolean {
  return code === '23505' && message.includes(SUBMISSION_ID_CONSTRAINT);
}

async function requestNotification(lead: Lead, submissionId: string): Promise<void> {
  try {
    const backend = await loadBackend();
    const answer = await backend.supabase.functions.invoke<unknown>('send-email', {
      body: toNotificationBody(lead),
      headers: { [SUBMISSION_ID_HEADER]: submissionId, Authorization: backend.ANONYMOUS_AUTHORIZATION },
      timeout: NOTIFICATION_LIMIT_MS,
    });
    console.info('send-email', answer.error ? describe(answer.error) : 'accepted');
  } catch (cause) {
    console.info('send-email', describe(cause));
  }
}

const describe = (cause: unknown) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : 'failed');
