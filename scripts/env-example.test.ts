import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import config from '../astro.config.ts';
import { environmentSchema, parseEnvironment } from '../server/env.ts';
import { DETAIL_NAMES, variableOf } from '../src/create-site.ts';
import { DEFAULT_DETAILS } from '../src/site.ts';

const example = parseEnv(readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8'));

test('.env.example has exactly the variables that the server and the site read', () => {
  const read = new Set([
    ...Object.keys(environmentSchema.shape),
    ...Object.keys(config.env?.schema ?? {}),
    ...DETAIL_NAMES.map(variableOf),
    variableOf('nextHours'),
    // SITE_URL is in no schema: astro.config.ts reads it directly.
    'SITE_URL',
  ]);
  expect(Object.keys(example).sort()).toEqual([...read].sort());
});

test('the values of .env.example are valid, and are the defaults', () => {
  expect(parseEnvironment(example)).toEqual(parseEnvironment({}));
  for (const name of DETAIL_NAMES) expect(example[variableOf(name)]).toBe(DEFAULT_DETAILS[name]);
});
