import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readPhoneNumber } from '#lead/phone-number.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { typedPhoneNumbers } from '../support/typed-phone-numbers.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

async function keysOf(typed: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await database.admin.query<{ key: string | null }>(
    'select private.phone_key(typed) as key from unnest($1::text[]) with ordinality as given (typed, n) order by n',
    [typed],
  );
  return rows.map(({ key }) => key);
}

test('however a British number is typed, the database reads the number that is meant, as the desk and the mails do', async () => {
  const numbers = fc.sample(typedPhoneNumbers, { seed: 2, numRuns: 2000 });
  const keys = await keysOf(numbers.map(({ typed }) => typed));
  expect(keys).toEqual(numbers.map(({ meant }) => meant));
  expect(numbers.map(({ typed }) => readPhoneNumber(typed)?.number)).toEqual(keys.map((key) => `+44${key}`));
});

test.each([
  ['+353 1 234 5678', '+35312345678'],
  ['0049 30 123456', '+4930123456'],
])('the foreign number %s is %s for the database and for the desk', async (typed, number) => {
  expect([await keysOf([typed]), readPhoneNumber(typed)?.number]).toEqual([[number], number]);
});
