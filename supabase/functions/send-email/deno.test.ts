import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import deno from './deno.json' with { type: 'json' };

/** In the title, so that a report tells where these tests ran: they run under both. */
const RUNTIME = 'Deno' in globalThis ? 'Deno' : 'Node';

test(`on Supabase the function runs with the versions that are tested here, under ${RUNTIME}`, () => {
  const dependencies: Record<string, string> = packageJson.dependencies;
  for (const specifier of Object.values(deno.imports)) {
    const [, name = '', version] = /^npm:(.+?)@([\d.]+)/.exec(specifier) ?? [];
    expect(version, specifier).toBe(dependencies[name]);
  }
});
