import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('astro:env/client', () => ({
  PUBLIC_SUPABASE_URL: 'https://backend.example',
  PUBLIC_SUPABASE_KEY: 'public-key',
}));

const fetched = vi.fn(() => Promise.resolve(Response.json({ access: 'full' })));

/** Opens the page with a key, and runs its first script. */
async function open(page: { prerendering: boolean }) {
  const prerenderedPage = Object.assign(new EventTarget(), page);
  vi.stubGlobal('document', prerenderedPage);
  const { firstAnswer } = await import('./first-call.ts');
  return { firstAnswer, prerenderedPage };
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', { location: new URL('https://site.example/your-enquiry#k=a-key') });
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockClear();
});

test('the page asks for the enquiry at once', async () => {
  const { firstAnswer } = await open({ prerendering: false });
  expect(await firstAnswer).toEqual({ ok: true, data: { access: 'full' } });
});

test('a prerendered page asks for the enquiry when it is opened, and not before', async () => {
  const { firstAnswer, prerenderedPage } = await open({ prerendering: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect(fetched).not.toHaveBeenCalled();

  prerenderedPage.dispatchEvent(new Event('prerenderingchange'));

  expect(await firstAnswer).toEqual({ ok: true, data: { access: 'full' } });
});
