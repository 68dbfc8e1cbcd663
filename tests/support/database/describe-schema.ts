import type { ClientBase } from 'pg';

/** A list of privileges, sorted and with the defaults spelt out, so that equal privileges are equal texts. */
const privileges = (acl: string, kind: string, owner: string) => `(
  select string_agg(format('%s=%s%s', grantee::regrole, privilege_type, case when is_grantable then '*' end), ' ' order by grantee::regrole::text, privilege_type)
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))))`;

const SCHEMAS = `('public', 'private', 'desk', 'desk_auth')`;

const DESCRIPTION = `
  select 'schema' as kind, nspname::text as name, concat_ws(' ', nspowner::regrole, ${privileges('nspacl', 'n', 'nspowner')}) as definition
    from pg_namespace where nspname in ${SCHEMAS}
  union all
  select 'relation', oid::regclass::text, concat_ws(' ', relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions, ${privileges('relacl', 'r', 'relowner')})
    from pg_class where relnamespace::regnamespace::text in ${SCHEMAS} and relkind <> 'i'
  union all
  select 'column', format('%s.%I', attrelid::regclass, attname), concat_ws(' ', rank() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod), attnotnull, attidentity, pg_get_expr(adbin, adrelid), attacl)
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace::regnamespace::text in ${SCHEMAS} and relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all
  select 'constraint', format('%s.%I', conrelid::regclass, conname), concat_ws(' ', pg_get_constraintdef(oid), convalidated)
    from pg_constraint where connamespace::regnamespace::text in ${SCHEMAS}
  union all
  select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
    from pg_index join pg_class on oid = indexrelid where relnamespace::regnamespace::text in ${SCHEMAS}
  union all
  select 'function', oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(oid), proowner::regrole, proconfig, ${privileges('proacl', 'f', 'proowner')})
    from pg_proc where pronamespace::regnamespace::text in ${SCHEMAS}
  union all
  select 'trigger', format('%s.%I', tgrelid::regclass, tgname), concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal
  union all
  select 'policy', format('%I.%I: %s', schemaname, tablename, policyname), concat_ws(' | ', permissive, cmd, roles, qual, with_check) from pg_policies
  union all
  select 'enum', enumtypid::regtype::text, concat_ws(' ', min(typowner::regrole::text), string_agg(enumlabel, ' ' order by enumsortorder))
    from pg_enum join pg_type on pg_type.oid = enumtypid group by enumtypid
  union all
  select 'default privileges', concat_ws(' ', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype), defaclacl::text from pg_default_acl
  union all
  select 'comment', pg_describe_object(classoid, objoid, objsubid), description from pg_description
    where classoid in ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_namespace'::regclass, 'pg_type'::regclass, 'pg_constraint'::regclass)
      and (pg_identify_object(classoid, objoid, objsubid)).schema in ${SCHEMAS}
  order by 1, 2, 3`;

/**
 * Everything that a schema consists of, one line each: relations, columns, constraints, indexes, functions, triggers and
 * policies, with their owners, privileges, settings and comments. Two databases with equal lines have the same schema.
 */
export async function describeSchema(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ kind: string; name: string; definition: string }>(DESCRIPTION);
  return rows.map(({ kind, name, definition }) => `${kind} ${name}: ${definition}`);
}
