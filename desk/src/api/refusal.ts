import type { Conflict } from './types.ts';

/** A 4xx response as an exception: the server has refused the call. */
export class Refusal extends Error {
  override name = 'Refusal';
  /**
   * The HTTP status, 400 to 499. `errorOf` turns 401, for an expired token, into 403, because that is what the
   * database's functions send when the user must sign in.
   */
  readonly status: number;
  /** The reason's code, such as `no_session` or `stale`, or a wrong argument's name. Empty if the response has none. */
  readonly hint: string;
  readonly details: string;

  constructor(message: string, response: { status: number; hint?: string | null; details?: string | null }) {
    super(message);
    this.status = response.status;
    this.hint = response.hint ?? '';
    this.details = response.details ?? '';
  }
}

/** No response, or an error response that is not 4xx: the network, the server or the database is unavailable. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

const SIGN_IN_HINTS = ['no_session', 'not_staff', 'second_factor', 'too_old'] as const;
export type SignInHint = (typeof SIGN_IN_HINTS)[number];

/** Why the user must sign in, or undefined if the error has another cause. */
export function signInHint(error: unknown): SignInHint | undefined {
  if (!(error instanceof Refusal)) return undefined;
  return SIGN_IN_HINTS.find((hint) => hint === error.hint);
}

/** If a colleague's change came first: who made it, and the lead as it is now. Undefined for any other error. */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof Refusal) || error.status !== 409) return undefined;
  try {
    const conflict = JSON.parse(error.details) as Partial<Conflict>;
    return conflict.lead === undefined ? undefined : (conflict as Conflict);
  } catch {
    return undefined;
  }
}

type ErrorResponse = {
  status: number;
  error: { message: string; code?: string; hint?: string | null; details?: string | null };
};

/** Turns an error response into an exception. */
export function errorOf({ status, error }: ErrorResponse): Refusal | Unavailable {
  if (status === 401) return new Refusal('Please sign in.', { status: 403, hint: 'no_session' });
  if (status >= 400 && status < 500) {
    // The database's functions, PostgREST and the desk's server send 4xx responses, some without a hint or details.
    return new Refusal(error.message, { status, hint: error.hint ?? null, details: error.details ?? null });
  }
  return new Unavailable(error.message);
}
