import { afterEach, vi } from 'vitest';

/** After each test: real time again, and every global and method that the test replaced. */
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
