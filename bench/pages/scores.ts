import { atLeast } from '#support/load/bench-report.ts';
import { CATEGORIES, scoreCategories } from '#support/browser/lighthouse.ts';
import { report } from '../support/command.ts';
import { PATHS, type Site } from './site.ts';

export async function measureScores({ url }: Site): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const path of [...Object.values(PATHS), '/blog', '/privacy-policy']) {
    const { scores, failedAudits } = await scoreCategories(url + path, CATEGORIES);
    rows.push({ Page: path, ...scores, 'failed audits': failedAudits.join(', ') });
  }
  const lowest = Math.min(...rows.flatMap((row) => CATEGORIES.map((category) => Number(row[category]))));
  report("Lighthouse's mobile preset, one visit each", rows, [atLeast(100, 'the lowest score', lowest)]);
}
