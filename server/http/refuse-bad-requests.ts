import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The statuses with which Node answers bytes that are no valid request; 400 for any other error. */
const STATUS_OF_ERROR: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const responding = Symbol('the last response of a connection');

type RespondingSocket = Socket & { [responding]?: ServerResponse };

/**
 * Makes the refusals that Node would make itself, but with our headers. The server must be created with
 * `requireHostHeader: false`.
 *
 * @param headers the headers that every answer carries
 * @returns a function that answers a request if HTTP forbids it, or if it cannot become a web `Request`; it returns
 *   whether it did
 */
export function refuseBadRequests(server: Server, headers: Record<string, string>) {
  function answer(response: ServerResponse, status: number): void {
    response.writeHead(status, { ...headers, connection: 'close' }).end();
  }

  server.prependListener('request', ({ socket }: { socket: RespondingSocket }, response) => {
    socket[responding] = response;
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    answer(response, 417);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: RespondingSocket) => {
    const response = socket[responding];
    const isFree = !response?.headersSent || response.writableFinished;
    if (!socket.writable || !isFree) {
      socket.destroy();
      return;
    }
    const status = STATUS_OF_ERROR[error.code ?? ''] ?? 400;
    const lines = Object.entries({ ...headers, connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n'));
    // Otherwise a client that goes on sending would keep the connection open.
    socket.destroySoon();
  });

  return function refuse(request: IncomingMessage, response: ServerResponse): boolean {
    const { host } = request.headers;
    const hasHost = host !== undefined || request.httpVersion !== '1.1';
    // A `Request` cannot have a password in its URL, which is made of the host and the path.
    if (hasHost && request.url?.startsWith('/') && !host?.includes('@')) return false;
    answer(response, 400);
    return true;
  };
}
