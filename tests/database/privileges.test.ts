import { expect, test } from 'vitest';
import { ALLOWED_HOSTED } from '../support/database/allowed-privileges.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { listPrivileges, listUnguardedTables } from '../support/database/privileges.ts';

const database = await createTestDatabase();
await database.logInAs('anon');

test('each role has exactly the privileges in ALLOWED_HOSTED', async () => {
  expect(await listPrivileges(database.admin)).toEqual(ALLOWED_HOSTED);
});

test('every table has row level security and a policy', async () => {
  expect(await listUnguardedTables(database.admin)).toEqual([]);
});
