import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listen } from './listen.ts';

type RecordedRequest = {
  /** Method, path and query: `GET /auth/v1/user`. */
  line: string;
  headers: Record<string, string>;
  body: string;
  /** Undefined until it is answered; a request to upgrade the protocol never is. */
  status?: number;
};

type Answer = (request: Request) => Response | Promise<Response>;

export type RecordingServer = {
  url: string;
  port: number;
  requests: RecordedRequest[];
  /** Can be replaced at any time. */
  answer: Answer;
  close(): Promise<void>;
};

/** A server on the loopback that records its requests and answers with a given function. */
export async function startRecordingServer(answer: Answer): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];

  async function record(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const recorded: RecordedRequest = {
      line: `${request.method} ${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      body: await request.clone().text(),
    };
    requests.push(recorded);
    const response = await recordingServer.answer(request);
    recorded.status = response.status;
    return response;
  }

  const handle = getRequestListener(record);
  const server = createServer((request, response) => void handle(request, response));
  server.on('upgrade', (request, socket) => {
    requests.push({ line: `GET ${request.url ?? ''}`, headers: {}, body: '' });
    socket.destroy();
  });
  const port = await listen(server);

  const recordingServer: RecordingServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return recordingServer;
}
