import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import config from '../astro.config.ts';
import { environmentSchema, parseEnvironment } from '../server/env.ts';
import { DEFAULT_DETAILS, type SiteDetails } from '../src/site.ts';
import { variableOf } from './launch-problems.ts';

const example = parseEnv(readFileSync(join(import.meta.dirname, '../.env.example'), 'utf8'));

test('.env.example has exactly the variables that the server and the site read', () => {
  const read = new Set([
    ...Object.keys(environmentSchema.shape),
    ...Object.keys(config.env?.schema ?? {}),
    // Read by astro.config.ts itself.
    'SITE_URL',
  ]);
  expect(Object.keys(example).sort()).toEqual([...read].sort());
});

test('its values are valid, and are the defaults', () => {
  expect(parseEnvironment(example)).toEqual(parseEnvironment({}));
  for (const key of Object.keys(DEFAULT_DETAILS) as (keyof SiteDetails)[]) {
    expect(example[variableOf(key)], key).toBe(DEFAULT_DETAILS[key]);
  }
});
