type RecordedCall = { method: string; path: string; headers: Record<string, string>; body: string };

/** Headers that every HTTP client adds, and one with the version of Supabase's client. */
const NOT_OURS = new Set(['x-client-info', 'user-agent', 'accept', 'accept-encoding']);

/** A `fetch` that records each request, then sends it. */
export function createRecordingFetch() {
  // A test may replace the global one by the recording one.
  const realFetch = globalThis.fetch;
  const calls: RecordedCall[] = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    calls.push({
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries([...request.headers].filter(([name]) => !NOT_OURS.has(name))),
      body: await request.clone().text(),
    });
    return realFetch(request);
  };
  return { calls, fetch: recordingFetch };
}
