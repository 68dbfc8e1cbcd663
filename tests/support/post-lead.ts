import type { Lead } from '#lead/lead.ts';
import type { NotificationBody } from '#lead/notification.ts';
import { PUBLISHABLE_KEY } from './publishable-key.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

function post(url: string, body: unknown, submissionId: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { apikey: PUBLISHABLE_KEY, 'content-type': 'application/json', 'x-submission-id': submissionId },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  });
}

/** For tests: calls `POST /rest/v1/leads` as the site does. */
export function postLead(url: string, lead: Lead, submissionId: string): Promise<Response> {
  return post(`${url}/rest/v1/leads`, lead, submissionId);
}

/** For tests: calls `POST /functions/v1/send-email` as the site does. */
export function callSendEmail(url: string, body: NotificationBody, submissionId: string): Promise<Response> {
  return post(`${url}/functions/v1/send-email`, body, submissionId);
}
