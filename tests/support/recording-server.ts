import { once } from 'node:events';
import { Server } from 'node:http';
import { serve } from '@hono/node-server';

type RecordedRequest = {
  /** Method, path and query: `GET /auth/v1/user`. */
  line: string;
  headers: Record<string, string>;
  body: string;
  /** Undefined while it is being answered, and for a request to change the protocol, which gets no answer. */
  status?: number;
};

type Answer = (request: Request) => Response | Promise<Response>;

export type RecordingServer = {
  url: string;
  port: number;
  requests: RecordedRequest[];
  /** What it answers from now on. */
  answer: Answer;
  close(): Promise<void>;
};

/** A server on the loopback that keeps what it is asked for, and answers as it is told. */
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

  const server = serve({ fetch: record, port: 0, hostname: '127.0.0.1' });
  if (!(server instanceof Server)) throw new Error('This server does not speak HTTP/1.');
  server.on('upgrade', (request, socket) => {
    requests.push({ line: `GET ${request.url ?? ''}`, headers: {}, body: '' });
    socket.destroy();
  });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

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
