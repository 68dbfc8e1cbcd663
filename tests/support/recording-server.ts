import { serve } from './listen-on-free-port.ts';

type RecordedRequest = {
  /** Method, path and query: `GET /auth/v1/user`. */
  line: string;
  headers: Record<string, string>;
  body: string;
};

type Answer = (request: Request) => Response | Promise<Response>;

/** For tests of clients: starts a server on 127.0.0.1 that records its requests and responds with `answer`. */
export async function startRecordingServer(answer: Answer) {
  const requests: RecordedRequest[] = [];
  const { url, close } = await serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    requests.push({
      line: `${request.method} ${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      body: await request.clone().text(),
    });
    return answer(request);
  });
  return { url, requests, close };
}
