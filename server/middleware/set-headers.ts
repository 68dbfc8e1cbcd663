import { createMiddleware } from 'hono/factory';

/** Every answer carries these, errors and redirects too. */
export function setHeaders(headers: Record<string, string>) {
  const entries = Object.entries(headers);
  return createMiddleware(async (c, next) => {
    await next();
    for (const [name, value] of entries) c.res.headers.set(name, value);
  });
}
