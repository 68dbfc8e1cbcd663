import type { supabase } from '../../../../src/lib/supabase.ts';
import { USER } from '../session.ts';
import type { LiveBackend } from '../live-backend.ts';

/** The client that the site configures. */
export type SiteClient = typeof supabase;

/** What a call is made with: fixed against the recording server, a real account's against a live backend. */
export type Given = {
  email: string;
  password: string;
  phone: string;
  code: string;
  tokenHash: string;
  authCode: string;
  refreshToken: string;
  /** Signed with a key of the key set. */
  signedToken: string;
};

/** What the calls in the tables are made with, unless a live backend gives its own. */
export const GIVEN: Given = {
  email: USER.email,
  password: 'correct horse',
  phone: '+441314960123',
  code: '123456',
  tokenHash: 'token-hash',
  authCode: 'auth-code',
  refreshToken: 'refresh-token',
  signedToken: '',
};

export const CODE_VERIFIER = 'code-verifier-of-the-tests-which-is-long-enough';

/**
 * One call of the client: what is called, and what then goes over the wire. `run` is sent to a browser as
 * text, so it may use nothing but its arguments.
 */
export type Call = {
  /** What a developer writes, and what is special about it. */
  name: string;
  run: (client: SiteClient, given: Given) => unknown;
  /** Method, path below the project's address, and query; several where the client asks several times. */
  requests: [string, ...string[]];
  /** The body of the last request, if it has one. */
  body?: Record<string, unknown>;
  /** In whose name: the key of the site (default), a signed-in user's token, or a key with all rights. */
  as?: 'visitor' | 'user' | 'admin';
  /** Items in the storage, by what follows the storage key. */
  stored?: Record<string, string>;
  /** The browser is sent there, instead of a request by script. */
  isNavigation?: boolean;
  /** The browser is sent on to where the answer says. */
  leavesPage?: boolean;
  /** The embedded server answers it; all others it does not find. */
  isEmbedded?: boolean;
  /**
   * The live counterpart answers it without an error, when it is made with a user's account, or with what is
   * arranged here. False: only a full Supabase does.
   */
  live: boolean | ((backend: LiveBackend) => Promise<Partial<Given>>);
};
