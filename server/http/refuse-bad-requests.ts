import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Node's statuses for bytes that are not a valid request; 400 for any other error. */
const STATUS_OF_ERROR: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const lastResponse = Symbol('the last response of a connection');

type TrackedSocket = Socket & { [lastResponse]?: ServerResponse };

/**
 * Sends the error responses that Node would send itself, with our headers. The server must be created with
 * `requireHostHeader: false`.
 *
 * @param headers the headers of every response
 * @returns a function that rejects a request that violates HTTP or cannot become a web `Request`, and returns whether
 *   it did
 */
export function refuseBadRequests(server: Server, headers: Record<string, string>) {
  function respond(response: ServerResponse, status: number): void {
    response.writeHead(status, { ...headers, connection: 'close' }).end();
  }

  server.prependListener('request', ({ socket }: { socket: TrackedSocket }, response) => {
    socket[lastResponse] = response;
  });
  server.on('checkExpectation', ({ socket }: { socket: TrackedSocket }, response: ServerResponse) => {
    // Node emits no `request` event for this request.
    socket[lastResponse] = response;
    respond(response, 417);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: TrackedSocket) => {
    const response = socket[lastResponse];
    const canRespond = !response?.headersSent || response.writableFinished;
    if (!socket.writable || !canRespond) {
      // A complete response may still be on its way to the client.
      if (response?.writableEnded) socket.destroySoon();
      else socket.destroy();
      return;
    }
    const status = STATUS_OF_ERROR[error.code ?? ''] ?? 400;
    const lines = Object.entries({ ...headers, connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n'));
    // Otherwise a client that keeps sending would keep the connection open.
    socket.destroySoon();
  });

  return function refuse(request: IncomingMessage, response: ServerResponse): boolean {
    const { host } = request.headers;
    const hasHost = host !== undefined || request.httpVersion !== '1.1';
    // The URL of a web `Request` is built from Host and path, and must not contain a password.
    if (hasHost && request.url?.startsWith('/') && !host?.includes('@')) return false;
    respond(response, 400);
    return true;
  };
}
