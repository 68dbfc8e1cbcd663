import { join } from 'node:path';
import { isoDate } from '../../src/lib/dates.ts';
import type { Asker } from './asker.ts';
import { openContentFiles } from './content-files.ts';
import { settleClaims } from './settle-claims.ts';
import { settleReviews } from './settle-reviews.ts';

/**
 * Walks through the example reviews, and the claims (the figures on the site) that are not proven: the findings of
 * `npm run launch-check` in `src/content`. Each answer is written at once, so it can be stopped and run again.
 *
 * @param source the folder `src`
 */
export async function settleFindings(
  asker: Asker,
  { source = join(import.meta.dirname, '../../src'), now = new Date() } = {},
): Promise<void> {
  asker.section('Reviews and figures');
  const files = openContentFiles(source);
  await settleReviews(asker, files, isoDate(now));
  await settleClaims(asker, files, isoDate(now));
}
