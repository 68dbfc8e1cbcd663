import { isDeepStrictEqual } from 'node:util';
import type { ClientBase } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';
import { findChange, saveChange } from './changes.ts';
import { titleOf, type Content, type Problem } from './documents.ts';

export const describeProblem = ({ path, field, message }: Problem) =>
  `${[path, field.join('.')].filter(Boolean).join(', ')}${path ? ': ' : ''}${message}`;

/**
 * Keeps as changes what differs from the published content, in the place of changes that owners have begun to the same
 * documents.
 *
 * @returns the titles of what differs
 */
export function importContent(db: ClientBase, live: Content, content: Content): Promise<string[]> {
  return inTransaction(db, async () => {
    const changed = [...new Set([...Object.keys(live), ...Object.keys(content)])].filter(
      (path) => !isDeepStrictEqual(live[path], content[path]),
    );
    for (const path of changed) {
      const revision = (await findChange(db, path))?.revision ?? 0;
      await saveChange(db, { path, value: content[path] ?? null, revision, by: null });
    }
    return changed.map((path) => titleOf(path, content[path] ?? live[path] ?? {}));
  });
}
