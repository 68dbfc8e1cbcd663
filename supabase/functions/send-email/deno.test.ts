import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import deno from './deno.json' with { type: 'json' };

test('on Supabase the function runs with the versions that are tested here', () => {
  const dependencies: Record<string, string> = packageJson.dependencies;
  for (const specifier of Object.values(deno.imports)) {
    const [, name = '', version] = /^npm:(.+?)@([\d.]+)/.exec(specifier) ?? [];
    expect(version, specifier).toBe(dependencies[name]);
  }
});
