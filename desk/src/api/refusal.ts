import type { Conflict } from './types.ts';

/** Why a call was refused, in the database's words (SQLSTATE PTxyz, where xyz is the status). */
export class Refusal extends Error {
  override name = 'Refusal';
  /** 403, 404, 409, 413, 422, 423 or 429. */
  readonly status: number;
  /** Which rule: `no_session`, `stale`, `held`, or the name of a wrong argument. */
  readonly hint: string;
  readonly details: string;

  constructor(message: string, answer: { status: number; hint?: string | null; details?: string | null }) {
    super(message);
    this.status = answer.status;
    this.hint = answer.hint ?? '';
    this.details = answer.details ?? '';
  }
}

/** No answer came, or none that the desk's rules gave: the network, the server or the database is away. */
export class NotConnected extends Error {
  override name = 'NotConnected';
}

const SIGN_IN_HINTS = ['no_session', 'not_staff', 'second_factor', 'too_old'] as const;
export type SignInHint = (typeof SIGN_IN_HINTS)[number];

/** What is missing of the sign-in, or undefined where the error has another cause. */
export function signInHint(error: unknown): SignInHint | undefined {
  if (!(error instanceof Refusal)) return undefined;
  return SIGN_IN_HINTS.find((hint) => hint === error.hint);
}

/** Whose change came first and the lead as it is now, or undefined for any other error. */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof Refusal) || error.status !== 409) return undefined;
  try {
    const conflict = JSON.parse(error.details) as Partial<Conflict>;
    return conflict.lead === undefined ? undefined : (conflict as Conflict);
  } catch {
    return undefined;
  }
}

type Answer = {
  status: number;
  error: { message: string; code?: string; hint?: string | null; details?: string | null };
};

/** The error that stands for an answer of the backend. */
export function errorOf({ status, error }: Answer): Refusal | NotConnected {
  if (status === 401) return new Refusal('Please sign in.', { status: 403, hint: 'no_session' });
  if (status >= 400 && status < 500) {
    // Not one of the functions' own refusals: PostgREST's or the listener's.
    return new Refusal(error.message, { status, hint: error.hint ?? null, details: error.details ?? null });
  }
  return new NotConnected(error.message);
}
