import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const FILE = new URL('../../supabase/database.types.ts', import.meta.url);
const source = ts.createSourceFile('types.ts', readFileSync(FILE, 'utf8'), ts.ScriptTarget.Latest);

/** Each property of the type Database with its type, such as `desk.Functions.claim.Args.lead_id: string`. */
function readProperties(): string[] {
  const properties: string[] = [];
  const visit = (node: ts.Node, path: string) => {
    ts.forEachChild(node, (child) => {
      if (!ts.isPropertySignature(child) || !child.type) return;
      const name = `${path}${child.name.getText(source)}`;
      if (ts.isTypeLiteralNode(child.type)) visit(child.type, `${name}.`);
      else properties.push(`${name}${child.questionToken ? '?' : ''}: ${child.type.getText(source)}`);
    });
  };
  for (const statement of source.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === 'Database') visit(statement.type, '');
  }
  return properties;
}

/** SQL for the type in TypeScript of a column with the id of a PostgreSQL type. */
const typeOf = (type: string) => `case
  when ${type} = 'boolean'::regtype then 'boolean'
  when ${type} in ('integer'::regtype, 'bigint'::regtype) then 'number'
  when ${type} in ('json'::regtype, 'jsonb'::regtype) then 'Json'
  when ${type} = 'void'::regtype then 'undefined'
  when ${type} in ('text[]'::regtype, 'uuid[]'::regtype, 'date[]'::regtype) then 'string[]'
  when ${type} in ('text'::regtype, 'uuid'::regtype, 'date'::regtype, 'timestamptz'::regtype) then 'string'
end`;

test('the generated types have the functions, arguments and columns of the schema, and no others', async () => {
  const { rows } = await database.admin.query<{ property: string }>(`
    with functions as (
      select *, format('%s.Functions.%s', pronamespace::regnamespace, proname) as path
      from pg_proc where pronamespace::regnamespace::text in ('public', 'desk', 'seller')
    ),
    arguments as (
      select path, argument, position > pronargs - pronargdefaults as optional, type
      from functions
      cross join lateral unnest(proargnames[1:pronargs], proargtypes::oid[]) with ordinality as given (argument, type, position)
    ),
    columns as (
      select format('public.Tables.%s', relname) as path, attname, attnotnull, atthasdef, atttypid as type
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    )
    select format('%s.Returns: %s', path, ${typeOf('prorettype')}) as property from functions
    union all
    select format('%s.Args: Record<PropertyKey, never>', path) from functions where pronargs = 0
    union all
    select format('%s.Args.%s%s: %s', path, argument, case when optional then '?' end, ${typeOf('type')}) from arguments
    union all
    select format('%s.%s.%s%s: %s%s', path, part, attname,
      case when part = 'Update' or part = 'Insert' and (atthasdef or not attnotnull) then '?' end, ${typeOf('type')}, case when not attnotnull then ' | null' end)
    from columns cross join unnest(array['Row', 'Insert', 'Update']) as part
    union all
    select distinct path || '.Relationships: []' from columns
    union all
    select distinct path || '.ComputedFields: never' from columns`);
  const expected = rows.map(({ property }) => property);
  expect(expected.length).toBeGreaterThan(100);
  // Schemas list their empty parts as mapped types.
  const actual = readProperties().filter((property) => !property.includes(': {'));
  expect(actual.sort()).toEqual(expected.sort());
});
