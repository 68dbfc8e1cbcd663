import { serve } from './listen.ts';

type RecordedRequest = {
  /** Method, path and query: `GET /auth/v1/user`. */
  line: string;
  headers: Record<string, string>;
  body: string;
  /** Undefined until the request is answered. A request to upgrade the protocol is never answered. */
  status?: number;
};

type Answer = (request: Request) => Response | Promise<Response>;

export type RecordingServer = Awaited<ReturnType<typeof startRecordingServer>>;

/** A server on the loopback that records its requests and answers with a function, which can be replaced. */
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
