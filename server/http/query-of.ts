import type { Context } from 'hono';

/** The query of a request's URL, with its question mark. A redirect keeps it: it may name the campaign of a letter. */
export const queryOf = (c: Context): string => new URL(c.req.url).search;
