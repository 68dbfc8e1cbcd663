import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextPaint } from './next-paint.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it comes after the next frame', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const painted = vi.fn();
  void nextPaint().then(painted);
  await vi.advanceTimersByTimeAsync(16);
  expect(painted).not.toHaveBeenCalled();
  for (const frame of frames) frame();
  await vi.advanceTimersByTimeAsync(0);
  expect(painted).toHaveBeenCalledOnce();
});

test('a page out of sight, which has no frames, does not wait for somebody to come back', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const painted = vi.fn();
  void nextPaint().then(painted);
  await vi.advanceTimersByTimeAsync(200);
  expect(painted).toHaveBeenCalledOnce();
});
