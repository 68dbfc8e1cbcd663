import { env } from 'node:process';
import { createSite } from '../create-site.ts';
import { readDaysKept } from './days-kept.ts';
import { hoursInWords } from './firm-sentences.ts';

/**
 * The business's details as configured for this build. Islands (components that are hydrated) must not import this
 * module. They get the details as props, so that unit tests can render the islands without the build's configuration.
 */
export const site = createSite(env);

/** The same as sentences have them: with new opening hours that are to come. */
export const siteInWords = { ...site, hours: hoursInWords(site) };

export const daysKept = readDaysKept(env);

export const siteUrl = new URL(import.meta.env.SITE);
