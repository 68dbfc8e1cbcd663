/**
 * `npm run bench -- growth [part …] [options]` measures what more pages and more leads cost. Without a part, all of these
 * run, and each prints a table.
 *
 * - `pages`: how long a build takes and how large its pages are, in a copy of the site with as many cities and as many
 *   articles as `--pages 10,100,1000` says.
 * - `leads`: how long it takes to store a lead, to list the newest leads and to find the next mail to send, in a real
 *   PostgreSQL with `--leads 1000,100000,1000000`.
 */
import { measureLeads } from './growth/leads.ts';
import { measurePages } from './growth/pages.ts';
import { readCommand } from './support/command.ts';

const { options, parts } = readCommand(
  { pages: measurePages, leads: measureLeads },
  { pages: '10,100,1000', leads: '1000,100000,1000000' },
);
for (const measure of parts) await measure(options);
