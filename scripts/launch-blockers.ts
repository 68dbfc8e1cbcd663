/** Reads what a launch depends on, and stops the build and the start of a public site that has launch blockers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { isPublicSite } from '../server/env.ts';
import { claimSchema } from '../src/claims/claim-schema.ts';
import { reviewsSchema } from '../src/schemas/review.ts';
import { createSite } from '../src/create-site.ts';
import { openLines, type Path } from './content-lines.ts';
import type { Installation, LaunchProblem } from './launch-problems.ts';

const CONTENT = join(import.meta.dirname, '../src/content');

const readText = (file: string) => readFileSync(join(CONTENT, file), 'utf8');

function readContent<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  return schema.parse(parse(readText(file)));
}

/** Finds the lines of values. Each file is parsed once, when the first of its lines is asked for. */
function createLineFinder(): (file: string, path: Path) => number | undefined {
  const opened = new Map<string, ReturnType<typeof openLines>>();
  return (file, path) => {
    const lineOf = opened.get(file) ?? openLines(readText(file));
    opened.set(file, lineOf);
    return lineOf(path);
  };
}

/** Reads what a launch depends on: the content and the environment. */
export function readInstallation(today: Date): Installation {
  return {
    site: createSite(process.env),
    claims: readContent('claims.yaml', z.array(claimSchema)),
    reviews: readContent('reviews.yaml', z.record(z.string(), reviewsSchema)),
    environment: process.env,
    today,
    lineOf: createLineFinder(),
  };
}

export const describeProblem = ({ where, problem, task }: LaunchProblem) =>
  `${where}\n  ${problem}\n  ${task}\n`;

/**
 * Throws if a public site has launch blockers. A site on localhost, or with LAUNCH_REHEARSAL=yes, passes.
 *
 * @param find finds the blockers: those of the build, or those of the start
 * @throws {Error} with each problem, its file and its field, and the variable for a rehearsal
 */
export function assertNoBlockers(find: (installation: Installation) => LaunchProblem[]): void {
  if (!isPublicSite({ SITE_URL: process.env.SITE_URL ?? '' })) return;
  const problems = find(readInstallation(new Date()));
  if (problems.length === 0) return;
  throw new Error(
    `${process.env.SITE_URL} is a public URL, and ${problems.length} things block its launch:\n\n` +
      `${problems.map(describeProblem).join('\n')}\n` +
      `To rehearse with them, where no customer sees it, set LAUNCH_REHEARSAL=yes.`,
  );
}
