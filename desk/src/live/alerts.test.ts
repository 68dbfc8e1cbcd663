import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '#support/browser/memory-storage.ts';

vi.mock(import('../api/client.ts'), async (original) => ({
  ...(await original()),
  deskConfig: () => ({ brand: 'Gable & Wynd' }) as never,
}));

const shown: { title: string; body: string }[] = [];
let notes = 0;

const node = () => ({
  connect: (next: unknown) => next,
  gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
});

class FakeOscillator {
  connect = node().connect;
  stop = vi.fn();
  start = () => {
    notes += 1;
  };
}

const FakeNotification = Object.assign(
  vi.fn(function show(title: string, { body }: { body: string }) {
    shown.push({ title, body });
  }),
  { permission: 'granted', requestPermission: vi.fn(() => Promise.resolve('granted')) },
);

/** Loads the module again, as a reload of the page does. */
async function load() {
  vi.resetModules();
  return import('./alerts.ts');
}

beforeEach(() => {
  shown.length = 0;
  notes = 0;
  FakeNotification.permission = 'granted';
  FakeNotification.requestPermission.mockClear();
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      resume = () => Promise.resolve();
    },
  );
  vi.stubGlobal('OscillatorNode', FakeOscillator);
  vi.stubGlobal(
    'GainNode',
    class {
      connect = node().connect;
      gain = node().gain;
    },
  );
});

test('until the user has agreed, there is no sound and no notification', async () => {
  const { setAlerts, tell } = await load();
  tell(['a']);
  setAlerts('off');
  tell(['b']);
  expect([notes, shown, FakeNotification.requestPermission.mock.calls]).toEqual([0, [], []]);
});

test('after the user has agreed, each call of tell() makes a sound and a notification that names nobody', async () => {
  const { allSeen, setAlerts, tell } = await load();
  setAlerts('on');
  expect(FakeNotification.requestPermission).toHaveBeenCalledOnce();
  notes = 0;
  tell(['a']);
  tell(['a', 'b']);
  expect(notes).toBe(4);
  allSeen();
  tell(['c']);
  const body = 'One lead needs somebody.';
  expect(shown).toEqual(
    [body, '2 leads need somebody.', body].map((words) => ({ title: 'Gable & Wynd desk', body: words })),
  );
});

test('the choice is stored, and without the browser’s permission there is still the sound', async () => {
  (await load()).setAlerts('on');
  FakeNotification.permission = 'denied';
  const { tell } = await load();
  notes = 0;
  tell(['a']);
  expect([notes, shown]).toEqual([2, []]);
});
