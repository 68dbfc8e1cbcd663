import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Site } from './routes/site.ts';
import type { FileAnswer, SiteFile } from './site-file.ts';

function findFile(site: Site, { method, url = '' }: IncomingMessage): SiteFile | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const queryAt = url.indexOf('?');
  return site.find(queryAt === -1 ? url : url.slice(0, queryAt));
}

function send(response: ServerResponse, { status, headers, body }: FileAnswer): void {
  // HTTP/1.1 keeps a connection without a word: Node's two headers are room in the first flight of a page.
  if (response.shouldKeepAlive && response.req.httpVersion === '1.1') response.removeHeader('connection');
  response.writeHead(status, headers);
  response.end(body ?? undefined);
}

/**
 * Answers for the files of the site as plainly as Node can, without making a `Request` and a `Response`
 * first. What is asked for in any other way (a path in another spelling, another method) is the app's to
 * answer, which also answers these, in the same words.
 */
export function serveFiles(
  site: Site,
  otherwise: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): RequestListener {
  return (request, response) => {
    const file = findFile(site, request);
    if (!file) {
      void otherwise(request, response);
      return;
    }
    const answer = file.answer({
      method: request.method ?? '',
      acceptEncoding: request.headers['accept-encoding']?.toString(),
      ifNoneMatch: request.headers['if-none-match'],
    });
    if (!(answer instanceof Promise)) {
      send(response, answer);
      return;
    }
    answer.then(
      (read) => {
        send(response, read);
      },
      // The app tries again, and says in its own way that it could not.
      () => otherwise(request, response),
    );
  };
}
