import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { writeBackendDocument } from './backend-document.ts';

const DOCUMENT = join(import.meta.dirname, '../../../docs/backend.md');

test('docs/backend.md says what the tables of these tests say', async () => {
  const written = writeBackendDocument(await readFile(DOCUMENT, 'utf8'));
  const options = await resolveConfig(DOCUMENT);
  // Written anew by: npx vitest run tests/contract/auth/backend-document.test.ts --update
  await expect(await format(written, { ...options, parser: 'markdown' })).toMatchFileSnapshot(DOCUMENT);
});
