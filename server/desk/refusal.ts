import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refused sign-in request, with Supabase Auth's status and error code. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
