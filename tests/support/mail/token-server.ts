import { randomUUID } from 'node:crypto';
import { closeAtEnd } from '../runner/close-at-end.ts';
import { serve } from '../server/listen-on-free-port.ts';

/** Starts a server that gives access tokens for the mailbox of the tests, which ends with the test. */
export async function startTokenServer() {
  const asked: Record<string, string>[] = [];
  const valid = new Set<string>();
  const given: { reply?: { status: number; body: object } | 'silence' | undefined; more: object } = {
    more: {},
  };
  const { url, close } = await serve(async (request) => {
    if (request.url.endsWith('/introspection')) {
      const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '';
      return Response.json({ active: String(valid.has(token)), email: 'leads@firm.example' });
    }
    asked.push(Object.fromEntries(new URLSearchParams(await request.text())));
    const { reply, more } = given;
    if (reply === 'silence') return new Promise<Response>(() => undefined);
    if (reply) return Response.json(reply.body, { status: reply.status });
    const token = randomUUID();
    valid.add(token);
    return Response.json({ access_token: token, token_type: 'Bearer', expires_in: 3600, ...more });
  });
  closeAtEnd(close);
  return {
    url: `${url}/token`,
    /** Where the mail server asks whether a token is valid. */
    introspectionUrl: `${url}/introspection`,
    /** What was asked, the last one last. */
    asked,
    /** Makes all tokens that it gave invalid. */
    revoke: () => valid.clear(),
    /** Adds this to each token. */
    add: (more: object) => (given.more = more),
    /** Replies with this from now on, or with a token again. */
    reply: (reply?: typeof given.reply) => (given.reply = reply),
  };
}
