import { createSession, USER } from './session.ts';

const SESSION_PATHS = /^\/(?:signup|verify|token|factors\/[^/]+\/verify)$/;

/**
 * Answers as a full Supabase does when all is well, as far as the client looks at it.
 *
 * @param jwks the key set with which tokens are checked
 */
export function createAnswers(jwks: { keys: object[] } = { keys: [] }) {
  return (request: Request): Response => {
    const { pathname, origin } = new URL(request.url);
    if (!pathname.startsWith('/auth/v1')) {
      return pathname === '/rest/v1/leads' ? new Response(null, { status: 201 }) : Response.json([]);
    }
    const path = pathname.slice('/auth/v1'.length);
    if (SESSION_PATHS.test(path)) return Response.json(createSession());
    if (path === '/.well-known/jwks.json') return Response.json(jwks);
    if (path === '/logout') return new Response(null, { status: 204 });
    if (path === '/sso' || path === '/user/identities/authorize') {
      return Response.json({ url: `${origin}/sign-in-elsewhere` });
    }
    if (/\/factors\/[^/]+\/challenge$/.test(path)) {
      return Response.json({ id: 'challenge-1', type: 'totp', expires_at: 0 });
    }
    return Response.json(USER);
  };
}
