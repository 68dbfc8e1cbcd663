import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { CLEAN_ENVIRONMENT } from './clean-environment.ts';

type Outcome = { code: number; stdout: string; stderr: string };

/** Runs one of the scripts in `scripts/` as its npm script does, without a terminal. */
export function runScript(
  script: string,
  args: string[],
  variables: Record<string, string>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`scripts/${script}.ts`, ...args],
      {
        cwd: join(import.meta.dirname, '../../..'),
        env: { ...CLEAN_ENVIRONMENT, PATH: process.env.PATH, ...variables },
      },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
