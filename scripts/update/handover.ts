/**
 * How `npm run update` and `npm start` agree on a switch: a file in DATA_DIR, whose name says how far it has come. Each
 * step renames it, so that of two processes only one takes it, and a process that is killed leaves a state that the next
 * one understands.
 *
 * `requested` by the update; `trying` while `npm start` starts the new version; then `done`, or `failed` if the version
 * before runs again.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type State = 'requested' | 'trying' | 'done' | 'failed';

type Handover = { version: string; problem?: string };

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

export function openHandover(dataDir: string) {
  const fileOf = (state: State) => join(dataDir, `update.${state}`);
  return {
    /** @returns undefined in another state. A damaged file is removed, so that it keeps no server from starting */
    read(state: State): Handover | undefined {
      try {
        const handover = JSON.parse(readFileSync(fileOf(state), 'utf8')) as Handover;
        // It names a folder of programs.
        if (/^\d+\.\d+\.\d+$/.test(handover.version)) return handover;
      } catch (error) {
        if (!(error instanceof SyntaxError) && !isMissing(error)) throw error;
      }
      rmSync(fileOf(state), { force: true });
      return undefined;
    },
    write(state: State, handover: Handover): void {
      const draft = `${fileOf(state)}.${process.pid}`;
      // The service's user reads it, although root may have written it.
      writeFileSync(draft, JSON.stringify(handover), { mode: 0o644, flush: true });
      renameSync(draft, fileOf(state));
    },
    /** @returns whether it was in the first state, and is now in the second */
    move(from: State, to: State): boolean {
      try {
        renameSync(fileOf(from), fileOf(to));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    remove(state: State): void {
      rmSync(fileOf(state), { force: true });
    },
  };
}
