import { beforeEach, expect, test, vi } from 'vitest';
import { readEnquiry, write, type Failure } from './calls.ts';

const fetched = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown) => Promise.resolve(Response.json(body, { status }));
const refusal = (hint: string, detail?: unknown) => ({ hint, message: 'A sentence.', detail });
const noResponse = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { onLine: true });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fetched.mockReset();
});

test('a call goes to the origin of the page, and has the key only in its body', async () => {
  fetched.mockImplementation(() => answer(200, { access: 'full' }));
  expect(await readEnquiry('a-key')).toEqual({ ok: true, data: { access: 'full' } });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/enquiry/enquiry');
  expect(init?.body).toBe('{"key":"a-key"}');
  expect([...new Headers(init?.headers)]).toEqual([['content-type', 'application/json']]);
});

test.each<[status: number, body: unknown, failure: Failure]>([
  [404, refusal('no_such_link'), { kind: 'no_link' }],
  // The response of a proxy, or of a server that does not have the call.
  [404, { error: 'Not found' }, { kind: 'unreachable' }],
  [404, null, { kind: 'unreachable' }],
  [409, refusal('offer_changed'), { kind: 'changed' }],
  [409, refusal('sending'), { kind: 'busy' }],
  [422, refusal('body'), { kind: 'refused', field: 'body', message: 'A sentence.' }],
  [423, refusal('held', '2026-12-10'), { kind: 'refused', field: 'held', message: 'A sentence.' }],
  [429, refusal('', 90), { kind: 'too_many', waitMs: 90_000 }],
  [429, { error: 'Too many requests' }, { kind: 'too_many', waitMs: 60_000 }],
  [403, refusal(''), { kind: 'unreachable' }],
  [503, refusal('busy', 5), { kind: 'unreachable' }],
])('the status %i with %j is the failure %j', async (status, body, failure) => {
  fetched.mockImplementation(() => answer(status, body));
  expect(await readEnquiry('a-key')).toEqual({ ok: false, ...failure });
});

test('an answer that is not JSON is no answer', async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(new Response('<html>Bad gateway</html>', { status: 502 })),
  );
  expect(await readEnquiry('a-key')).toEqual({ ok: false, kind: 'unreachable' });
});

test('a change that gets no answer is sent again with the same request id, and counts once', async () => {
  fetched.mockImplementationOnce(noResponse).mockImplementationOnce(() => answer(503, refusal('busy', 5)));
  fetched.mockImplementation(() => answer(200, {}));
  const written = write('write', 'a-key', 'request-1', { body: 'Hello.' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await written).toEqual({ ok: true, data: {} });
  const bodies = fetched.mock.calls.map(([, init]) => init?.body);
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies)).toEqual(new Set(['{"key":"a-key","request_id":"request-1","body":"Hello."}']));
});

test('an erasure that is refused because a mail is being sent is tried again until the mail is out', async () => {
  fetched.mockImplementationOnce(() => answer(409, refusal('sending')));
  fetched.mockImplementation(() => answer(200, { erased: true }));
  const erased = write('erase', 'a-key', 'request-1', {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await erased).toEqual({ ok: true, data: { erased: true } });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a change that is never answered fails after five attempts; offline, after one', async () => {
  fetched.mockImplementation(noResponse);
  const written = write('stop', 'a-key', 'request-1', {});
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await written).toEqual({ ok: false, kind: 'unreachable' });
  expect(fetched).toHaveBeenCalledTimes(5);
  vi.stubGlobal('navigator', { onLine: false });
  expect(await write('stop', 'a-key', 'request-1', {})).toEqual({ ok: false, kind: 'unreachable' });
  expect(fetched).toHaveBeenCalledTimes(6);
});
