import type { ClientBase } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';
import { findChange, saveChange } from './changes.ts';
import { changedTitles, type Content, type Problem } from './documents.ts';

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
    const changed = changedTitles(live, content);
    for (const path of changed.keys()) {
      const revision = (await findChange(db, path))?.revision ?? 0;
      await saveChange(db, { path, value: content[path] ?? null, revision, by: null });
    }
    return [...changed.values()];
  });
}
