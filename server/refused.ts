import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** The body of every refusal of the desk's and the seller's calls. */
export type RefusedBody = {
  /** For the program: a code such as `stale`, or the name of the argument that is wrong. */
  hint: string;
  /** A sentence for people. */
  message: string;
  /** What the app needs to go on: after a conflict the lead as it is now, after 429 the seconds to wait. */
  detail?: unknown;
};

/** A call that is refused. Thrown anywhere below a route; the app turns it into the response. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: ContentfulStatusCode;
  readonly hint: string;
  readonly detail: unknown;

  constructor(status: ContentfulStatusCode, hint: string, message: string, detail?: unknown) {
    super(message);
    this.status = status;
    this.hint = hint;
    this.detail = detail;
  }

  get body(): RefusedBody {
    const { hint, message, detail } = this;
    return { hint, message, ...(detail !== undefined && { detail }) };
  }
}

/** Refuses a call with the status 422 unless the condition holds. @param argument which argument is wrong */
export function refuseUnless(condition: boolean, argument: string, message: string): asserts condition {
  if (!condition) throw new Refused(422, argument, message);
}

