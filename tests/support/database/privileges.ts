/** Reads the privileges of all roles, for tests that compare them with `allowed-privileges.ts`. */
import type { ClientBase } from 'pg';

/**
 * All roles except superusers, PostgreSQL's own, `leads_owner`, and logins made for another database, which are named
 * `<role>_of_<database>`. `public` stands for every role.
 */
const ROLES = `
  select 'public' as role
  union all
  select rolname from pg_roles
  where not rolsuper and rolname !~ '^pg_' and rolname <> 'leads_owner'
    and (rolname !~ '_of_' or rolname ~ ('_of_' || current_database() || '$'))`;

/**
 * Each role's privileges on everything except PostgreSQL's own objects, and the roles that it can become. A privilege
 * of `public` is listed once, not for every role.
 */
const PRIVILEGES = `
  with roles as (${ROLES}), ours as (
    select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), relation as (
    select c.oid, c.relkind, format('%I.%I', nspname, relname) as name
    from pg_class c join ours on ours.oid = relnamespace
  ), permission (role, verb, object, detail, position) as (
    select role, verb, 'database', null, 0
    from roles, unnest(array['CREATE', 'CONNECT', 'TEMPORARY']) verb
    where has_database_privilege(role, current_database(), verb)
    union all
    select role, verb, 'schema ' || nspname, null, 0
    from roles, unnest(array['CREATE', 'USAGE']) verb, ours
    where has_schema_privilege(role, ours.oid, verb)
    union all
    select role, verb, name, null, 0
    from roles, relation,
      unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) verb
    where relkind in ('r', 'p', 'v', 'm', 'f') and has_table_privilege(role, relation.oid, verb)
    union all
    select role, verb, name, attname, attnum
    from roles, relation
    join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped,
      unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) verb
    where relkind in ('r', 'p', 'v', 'm', 'f')
      and has_column_privilege(role, relation.oid, attnum, verb)
      and not has_table_privilege(role, relation.oid, verb)
    union all
    select role, verb, 'sequence ' || name, null, 0
    from roles, relation, unnest(array['USAGE', 'SELECT', 'UPDATE']) verb
    where relkind = 'S' and has_sequence_privilege(role, relation.oid, verb)
    union all
    select role, 'EXECUTE', 'function ' || p.oid::regprocedure, null, 0
    from roles, pg_proc p join ours on ours.oid = pronamespace
    where has_function_privilege(role, p.oid, 'EXECUTE')
    union all
    select replace(member.rolname, '_of_' || current_database(), '_of_database'), 'BECOME', 'role ' || owner.rolname, null, 0
    from pg_auth_members join pg_roles member on member.oid = member join pg_roles owner on owner.oid = roleid
    where member.rolname in (select role from roles)
  )
  select format('%s: %s %s%s', role, verb, object, ' (' || string_agg(detail, ', ' order by position) || ')') as line
  from permission mine
  where role = 'public' or not exists (
    select from permission everybody
    where everybody.role = 'public' and everybody.verb = mine.verb and everybody.object = mine.object
      and everybody.detail is not distinct from mine.detail
  )
  group by role, verb, object`;

/** The privileges of each role, one line for each verb and object: `anon: INSERT public.leads (name, phone)`. */
export async function listPrivileges(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(PRIVILEGES);
  return rows.map(({ line }) => line).sort();
}

/** Tables on which row level security is off, so that a grant alone would open them, and tables without a policy. */
export async function listUnguardedTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select format('%I.%I: %s', nspname, relname, case when relrowsecurity then 'no policy' else 'no row level security' end) as line
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p', 'f')
      and nspname !~ '^pg_' and nspname not in ('information_schema', 'supabase_migrations')
      and not (relrowsecurity and exists (select from pg_policy where polrelid = c.oid))
    order by 1`);
  return rows.map(({ line }) => line);
}
