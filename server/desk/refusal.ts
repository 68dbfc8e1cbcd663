import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A call that sign-in refuses, with the status and the code that Supabase Auth has for it. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
