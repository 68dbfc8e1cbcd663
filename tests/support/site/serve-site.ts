import { openHttpServer } from '#server/http-server.ts';
import { openSite } from '#server/site/site.ts';
import { closeAtEnd } from '../runner/close-at-end.ts';
import { createTestApp, SECURITY_HEADERS } from '../server/test-app.ts';

export type ServedSite = Awaited<ReturnType<typeof serveSite>>;

/**
 * Serves a built site on a free port, until the end of the test or of the test file. The test app (`test-app.ts`) responds to
 * requests that are not for a file.
 */
export async function serveSite(directory: string) {
  const site = openSite(directory, { headers: SECURITY_HEADERS });
  const { app, lines } = createTestApp({ site });
  const { port, close } = await openHttpServer({
    app,
    site,
    headers: SECURITY_HEADERS,
    host: '127.0.0.1',
    port: 0,
  });
  closeAtEnd(close);
  return { url: `http://127.0.0.1:${port}`, lines };
}
