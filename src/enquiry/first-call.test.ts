import { beforeEach, expect, test, vi } from 'vitest';
import { answerOf } from './calls.ts';
import { firstCallScript } from './first-call.ts';

const KEY = 'k'.repeat(43);
const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ access: 'full' })));

/** Opens the page at an address, and runs its first script, as the browser does: in the global scope, as text. */
function open(address: string, { prerendering = false } = {}) {
  const document = Object.assign(new EventTarget(), { prerendering });
  const window: Pick<Window, 'firstCall'> = {};
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', new URL(address, 'https://site.example/your-enquiry'));
  (0, eval)(firstCallScript());
  return { window, document };
}

const answerOfFirst = ({ firstCall }: Pick<Window, 'firstCall'>) =>
  answerOf(firstCall ?? Promise.reject(new Error('There was no call.')));

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
});

test('the page at a link asks for the enquiry at once', async () => {
  const { window } = open(`#k=${KEY}`);
  expect(await answerOfFirst(window)).toEqual({ ok: true, data: { access: 'full' } });
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/enquiry/enquiry', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: KEY }),
    signal: expect.any(AbortSignal) as AbortSignal,
  });
});

test.each(['#content', '#k=a-key', `#k=${KEY}.`])(
  'at %s, which is no link as we send it, the page asks for nothing',
  (address) => {
    expect(open(address).window.firstCall).toBeUndefined();
    expect(fetched).not.toHaveBeenCalled();
  },
);

test('without a connection, the first call has no answer', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { window } = open(`#k=${KEY}`);
  expect(await answerOfFirst(window)).toEqual({ ok: false, kind: 'unreachable' });
});

test('a prerendered page asks for the enquiry when it is opened, and not before', async () => {
  const { window, document } = open(`#k=${KEY}`, { prerendering: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect(fetched).not.toHaveBeenCalled();

  document.dispatchEvent(new Event('prerenderingchange'));

  expect(await answerOfFirst(window)).toEqual({ ok: true, data: { access: 'full' } });
});
