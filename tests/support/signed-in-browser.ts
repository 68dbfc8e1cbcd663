import { vi } from 'vitest';
import { SESSION_KEY } from '../../desk/src/api/session-key.ts';

/**
 * For unit tests: stubs the globals of a browser in which this person has just signed in to the desk (the staff's app).
 * The tab is hidden.
 */
export function stubSignedInBrowser(personId: string): void {
  const session = {
    access_token: 'token',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: Math.floor(Date.now() / 1000) + 900,
    user: { id: personId },
  };
  vi.stubGlobal('window', { addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === SESSION_KEY ? JSON.stringify(session) : null),
    setItem: vi.fn(),
    removeItem: vi.fn(),
  });
}
