import { notificationBodySchema } from '../_shared/lead/notification.ts';
import { SUBMISSION_ID_HEADER } from '../_shared/lead/lead.ts';
import { isUuid, MAX_BODY_BYTES, parseJson } from '../_shared/lead/lead-request.ts';
import type { Delivery, Log } from './delivery.ts';
import type { Match } from './notifications.ts';

export type HandlerDependencies = {
  delivery: Pick<Delivery, 'claim' | 'send'>;
  log: Log;
  /** Keeps work running after the response (`EdgeRuntime.waitUntil` on Supabase). */
  waitUntil: (work: Promise<unknown>) => void;
};

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}

export const refuseLargeBody = (): Response =>
  refusal(413, 'body_too_large', 'The body is larger than 16 KB.');

async function readMatch(request: Request): Promise<{ match: Match } | { refused: Response }> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MAX_BODY_BYTES) {
    return { refused: refuseLargeBody() };
  }
  let json: unknown;
  try {
    json = parseJson(bytes);
  } catch {
    return { refused: refusal(400, 'invalid_json', 'The body is not valid JSON.') };
  }
  const body = notificationBodySchema.safeParse(json);
  if (!body.success) {
    return { refused: refusal(400, 'invalid_body', 'The body is not that of a valuation or a chat lead.') };
  }
  const submissionId = request.headers.get(SUBMISSION_ID_HEADER);
  if (submissionId === null) return { match: { body: body.data } };
  if (!isUuid(submissionId)) {
    return { refused: refusal(400, 'invalid_submission_id', `${SUBMISSION_ID_HEADER} is not a UUID.`) };
  }
  return { match: { submissionId } };
}

/**
 * Sends the notification of a stored lead. A body that matches no pending notification sends nothing and gets the
 * same response, so that nobody can send mail through this endpoint or learn from it who has contacted the firm.
 *
 * @returns 202 for a valid body, before the mail is sent; 4xx for an invalid request; 503 when the database is
 *   unavailable
 */
export function createHandler({ delivery, log, waitUntil }: HandlerDependencies) {
  return async function handle(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refusal(405, 'method_not_allowed', 'Use POST.');
    const read = await readMatch(request);
    if ('refused' in read) return read.refused;
    try {
      const claim = await delivery.claim(read.match);
      if (claim) waitUntil(delivery.send(claim));
    } catch (error) {
      log.error({ error: String(error) }, 'notification could not be looked up');
      return refusal(503, 'unavailable', 'The notification could not be looked up. It stays pending.');
    }
    return Response.json({ status: 'accepted' }, { status: 202 });
  };
}
