import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryStorage } from '#support/browser/memory-storage.ts';
import { isIdle, noteActivity, watchActivity } from './idle-lock.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const minutes = (count: number) => count * 60_000;

test.each([
  ['just now', false, NOON],
  ['14 minutes and 59 seconds ago', false, NOON - minutes(15) + 1000],
  ['15 minutes ago', true, NOON - minutes(15)],
  ['yesterday', true, NOON - minutes(24 * 60)],
  ['in the future, as the clock was set back', false, NOON + minutes(60)],
  ['not recorded', false, undefined],
])('if the last activity was %s, isIdle() returns %s', (_, locked, lastActivityMs) => {
  expect(isIdle(lastActivityMs, NOON)).toBe(locked);
});

describe('the watch', () => {
  let page: EventTarget;
  let stored: MemoryStorage;
  let isLocked: boolean | undefined;
  let stop: () => void;
  const act = (event: string) => page.dispatchEvent(new Event(event));
  const pass = (ms: number) => vi.advanceTimersByTime(ms);

  /** Stubs a browser tab, and starts the watch in it. */
  beforeEach(() => {
    vi.useFakeTimers({ now: NOON });
    page = new EventTarget();
    stored = new MemoryStorage();
    const addEventListener = page.addEventListener.bind(page);
    vi.stubGlobal('addEventListener', addEventListener);
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
    vi.stubGlobal('document', { addEventListener });
    vi.stubGlobal('localStorage', stored);
    isLocked = undefined;
    stop = watchActivity((value) => {
      isLocked = value;
    });
  });
  afterEach(() => {
    stop();
  });

  test.each(['pointerdown', 'keydown', 'wheel', 'touchmove'])(
    'without activity, the desk locks after 15 minutes; %s prolongs that, and does not unlock it',
    (event) => {
      pass(minutes(14));
      act(event);
      pass(minutes(14));
      expect(isLocked).toBe(false);
      pass(minutes(1));
      expect(isLocked).toBe(true);
      act(event);
      expect(isLocked).toBe(true);
      noteActivity();
      expect(isLocked).toBe(false);
    },
  );

  test('a touch after the time has passed locks the desk at once, before the next look', () => {
    pass(4_000);
    act('keydown');
    // As in a background tab, whose timers are slow.
    vi.setSystemTime(NOON + minutes(15) + 4_000);
    act('keydown');
    expect(isLocked).toBe(true);
  });

  test.each(['visibilitychange', 'pageshow', 'storage'])(
    'after %s, the tab looks again at the activity in all tabs',
    (event) => {
      vi.setSystemTime(NOON + minutes(16));
      act(event);
      expect(isLocked).toBe(true);
      for (const key of Object.keys(stored)) stored.setItem(key, String(NOON + minutes(16)));
      act(event);
      expect(isLocked).toBe(false);
    },
  );

  test('activity is stored at most every ten seconds', () => {
    pass(9_999);
    act('keydown');
    expect(Object.values(stored)).toEqual([String(NOON)]);
    pass(1);
    act('keydown');
    expect(Object.values(stored)).toEqual([String(NOON + 10_000)]);
  });

  test('activity before the clock was set back is replaced', () => {
    vi.setSystemTime(NOON - minutes(60));
    act('keydown');
    expect(Object.values(stored)).toEqual([String(NOON - minutes(60))]);
  });

  test('when it has ended, nothing is watched any more', () => {
    stop();
    pass(minutes(20));
    act('pageshow');
    act('keydown');
    expect([isLocked, Object.values(stored)]).toEqual([undefined, [String(NOON)]]);
  });
});
