import { createMiddleware } from 'hono/factory';

/** Adds these headers to every response, including errors and redirects, unless its route has set another value. */
export function setHeaders(headers: Record<string, string>) {
  const entries = Object.entries(headers);
  return createMiddleware(async (c, next) => {
    await next();
    for (const [name, value] of entries) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
}
