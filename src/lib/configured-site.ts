import { env } from 'node:process';
import { createSite } from '../site.ts';
import { readDaysKept } from './days-kept.ts';

/**
 * The business's details as configured for this build. Islands (components that are hydrated) must not import this
 * module. They get the details as props, so that unit tests can render the islands without the build's configuration.
 */
export const site = createSite(env);

export const daysKept = readDaysKept(env);

export const siteUrl = new URL(import.meta.env.SITE);
