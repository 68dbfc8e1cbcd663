/**
 * `npm run launch-check`: lists what an operator must settle before going live, and exits with 1 until nothing is
 * left. It reads the content, the environment and `.env`. `--on 2027-03-01` checks for that day instead of today.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import * as z from 'zod';
import { claimSchema } from '../src/claims/claim.ts';
import { reviewsSchema } from '../src/schemas/review.ts';
import { createSite } from '../src/site.ts';
import { findLaunchProblems } from './launch-problems.ts';

const CONTENT = join(import.meta.dirname, '../src/content');

function readContent<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
  return schema.parse(parse(readFileSync(join(CONTENT, file), 'utf8')));
}

if (existsSync('.env')) process.loadEnvFile('.env');
const { values } = parseArgs({ options: { on: { type: 'string' } } });

const problems = findLaunchProblems({
  site: createSite(process.env),
  claims: readContent('claims.yaml', z.array(claimSchema)),
  reviews: readContent('reviews.yaml', z.record(z.string(), reviewsSchema)),
  environment: process.env,
  today: z.coerce.date().parse(values.on ?? Date.now()),
});

for (const { about, problem, task } of problems) console.log(`${about}: ${problem}\n  ${task}\n`);
console.log(
  problems.length === 0
    ? 'Ready to go live: nothing is left to settle.'
    : `${problems.length} things to settle before going live.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
