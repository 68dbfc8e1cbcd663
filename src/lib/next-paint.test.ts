import { beforeEach, expect, test, vi } from 'vitest';
import { nextPaint } from './next-paint.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});

test('nextPaint resolves after the next frame', async () => {
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

test('in a hidden tab, which has no frames, nextPaint resolves after 200 ms', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const painted = vi.fn();
  void nextPaint().then(painted);
  await vi.advanceTimersByTimeAsync(200);
  expect(painted).toHaveBeenCalledOnce();
});
