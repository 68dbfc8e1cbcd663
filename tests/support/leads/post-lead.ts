import type { Lead } from '#lead/lead.ts';
import type { NotificationBody } from '#lead/notification.ts';
import { PUBLISHABLE_KEY } from '../server/publishable-key.ts';
import { WAIT_LIMIT_MS } from '../runner/time-limits.ts';

function post(url: string, body: unknown, submissionId: string, ipAddress = ''): Promise<Response> {
  const headers = {
    apikey: PUBLISHABLE_KEY,
    'content-type': 'application/json',
    'x-submission-id': submissionId,
    ...(ipAddress && { 'x-forwarded-for': ipAddress }),
  };
  const signal = AbortSignal.timeout(WAIT_LIMIT_MS);
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

/**
 * For tests: calls `POST /rest/v1/leads` as the site does.
 *
 * @param ipAddress the visitor's, for a server that trusts a proxy
 */
export const postLead = (url: string, lead: Lead, submissionId: string, ipAddress?: string) =>
  post(`${url}/rest/v1/leads`, lead, submissionId, ipAddress);

/** For tests: calls `POST /functions/v1/send-email` as the site does. */
export const callSendEmail = (url: string, body: NotificationBody, submissionId: string) =>
  post(`${url}/functions/v1/send-email`, body, submissionId);
