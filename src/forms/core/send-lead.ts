import { SUBMISSION_ID_CONSTRAINT, SUBMISSION_ID_HEADER, type Lead } from '#lead/lead.ts';
import { ORIGIN_HEADER } from '#lead/origin.ts';
import { SUSPECT_HEADER, type SuspectReason } from '#lead/suspicion.ts';
import { toNotificationBody } from '#lead/notification.ts';
import type { Submission } from './submission.ts';
import type { LeadRow } from './supabase.ts';

/** The time limit for storing a lead, all attempts together. */
const INSERT_LIMIT_MS = 20_000;
/** The pauses between attempts. Together they are longer than a restart of the server (docs/reliability.md). */
const RETRY_PAUSES_MS = [1_000, 2_000, 3_000, 4_000];
const NOTIFICATION_LIMIT_MS = 10_000;

/** `tooMany`: a rate limit refused the lead, and the same answers can be sent later. */
export type SendResult = { ok: true } | { ok: false; tooMany?: true };

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
    return { ok: false };
  }
}

/** An insert that got no response, because the client for it could not be loaded. */
const NOT_LOADED = { error: { code: '', message: 'The client could not be loaded' }, status: 0 };

async function insert(lead: Lead, { id, origin }: Sent, suspectReasons: SuspectReason[], limit: AbortSignal) {
  const backend = await loadBackend().catch(() => undefined);
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
  return request;
}

async function storeLead(lead: Lead, submission: Sent, suspectReasons: SuspectReason[]): Promise<SendResult> {
  const limit = AbortSignal.timeout(INSERT_LIMIT_MS);
  for (let tries = 0; ; tries += 1) {
    const { error, status } = await insert(lead, submission, suspectReasons, limit);
    if (!error || isReplay(error)) return { ok: true };
    const pauseMs = RETRY_PAUSES_MS[tries];
    if (pauseMs === undefined || limit.aborted || !isWorthRetrying(status)) {
      // Does not log the whole error, because its `details` can contain the visitor's answers.
      console.error('Lead insert failed', error.code, error.message);
      return status === 429 ? { ok: false, tooMany: true } : { ok: false };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

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
