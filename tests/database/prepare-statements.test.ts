import { expect, test } from 'vitest';
import { prepareStatements } from '../../server/database/prepare-statements.ts';
import { createTestDatabase } from '../support/database.ts';
import { openPool } from '../support/stack.ts';

test('each text is prepared once for a connection, whatever its values', async () => {
  const database = await createTestDatabase();
  const pool = openPool(database, 'mailer');
  const prepared = prepareStatements(pool);
  const ask = async (text: string, value: number) => (await prepared.query(text, [value])).rows;
  expect(await ask('select $1::int + 1 as sum', 1)).toEqual([{ sum: 2 }]);
  expect(await ask('select $1::int + 2 as sum', 1)).toEqual([{ sum: 3 }]);
  expect(await ask('select $1::int + 1 as sum', 5)).toEqual([{ sum: 6 }]);
  const { rows } = await pool.query<{ statement: string }>(
    'select statement from pg_prepared_statements order by 1',
  );
  expect(rows.map(({ statement }) => statement)).toEqual([
    'select $1::int + 1 as sum',
    'select $1::int + 2 as sum',
  ]);
  await pool.end();
  await database.drop();
});
