type RecordedCall = { method: string; path: string; headers: Record<string, string>; body: string };

/** Headers that any HTTP client adds, and one by which Supabase counts its clients' versions. */
const NOT_OURS = new Set(['x-client-info', 'user-agent', 'accept', 'accept-encoding']);

/** A `fetch` that keeps what it is asked for, then does it. */
export function createRecordingFetch() {
  // Kept now: a test may put the recording one in its place.
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
