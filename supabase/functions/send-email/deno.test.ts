import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import deno from './deno.json' with { type: 'json' };

/** This file is run under Node and under Deno. The test's title shows which of the two a report is from. */
const RUNTIME = 'Deno' in globalThis ? 'Deno' : 'Node';

test(`deno.json has the package versions of package.json, under ${RUNTIME}`, () => {
  const dependencies: Record<string, string> = packageJson.dependencies;
  for (const specifier of Object.values(deno.imports)) {
    const [, name = '', version] = /^npm:(.+?)@([\d.]+)/.exec(specifier) ?? [];
    expect(version, specifier).toBe(dependencies[name]);
  }
});
