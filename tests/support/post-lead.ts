import type { Lead } from '../../supabase/functions/_shared/lead/lead.ts';
import { PUBLIC_KEY } from './built-site.ts';

/** `POST /rest/v1/leads` as the site does it. */
export function postLead(url: string, lead: Lead, submissionId: string): Promise<Response> {
  return fetch(`${url}/rest/v1/leads`, {
    method: 'POST',
    headers: { apikey: PUBLIC_KEY, 'content-type': 'application/json', 'x-submission-id': submissionId },
    body: JSON.stringify(lead),
    signal: AbortSignal.timeout(10_000),
  });
}
