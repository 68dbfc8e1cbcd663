import type { RefusedBody } from '#server/refused.ts';
import type { Conflict } from './types.ts';

/** A 4xx response as an exception: the server has refused the request. */
export class Refusal extends Error {
  override name = 'Refusal';
  /** The HTTP status, 400 to 499. */
  readonly status: number;
  /** The reason's code, such as `no_session` or `stale`, or a wrong argument's name. Empty if the response has none. */
  readonly hint: string;
  readonly detail: unknown;

  constructor(status: number, { hint, message, detail }: RefusedBody) {
    super(message);
    this.status = status;
    this.hint = hint;
    this.detail = detail;
  }
}

/** No response, or an error response that is not 4xx: the network, the server or the database is unavailable. */
export class Unavailable extends Error {
  override name = 'Unavailable';
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;

  constructor(message: string, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options);
    this.status = status;
  }
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
  const conflict = error.detail as Partial<Conflict> | undefined;
  return conflict?.lead === undefined ? undefined : (conflict as Conflict);
}
