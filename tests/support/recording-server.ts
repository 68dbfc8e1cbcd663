import { serve } from './listen-on-free-port.ts';

type RecordedRequest = {
  /** Method, path and query: `GET /auth/v1/user`. */
  line: string;
  headers: Record<string, string>;
  body: string;
  /** Undefined until the response. A request for a WebSocket never gets one. */
  status?: number;
};

type Answer = (request: Request) => Response | Promise<Response>;

export type RecordingServer = Awaited<ReturnType<typeof startRecordingServer>>;

/**
 * For tests of clients: starts a server on 127.0.0.1 that records its requests and responds with `answer`, which a test
 * can replace.
 */
export async function startRecordingServer(answer: Answer) {
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

  const { server, url, port, close } = await serve(record);
  server.on('upgrade', (request, socket) => {
    requests.push({ line: `GET ${request.url ?? ''}`, headers: {}, body: '' });
    socket.destroy();
  });
  const recordingServer = { url, port, requests, answer, close };
  return recordingServer;
}
