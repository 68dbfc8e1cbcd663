import { env } from 'node:process';
import { createSite } from '../site.ts';

/**
 * The business's details as configured for this build. Islands do not import this: they get what they need as
 * props, so that a unit test can render them.
 */
export const site = createSite(env);

/** The site's public URL. */
export const siteUrl = new URL(import.meta.env.SITE);
