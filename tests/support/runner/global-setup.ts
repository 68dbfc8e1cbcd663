import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import buildSite from '../site/build-site.ts';
import { TEMPLATE_DATABASE } from '../database/test-database.ts';
import { prepareData } from '../server/installation.ts';
import { startThrowawayPostgres } from '../database/throwaway-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/**
 * The grants of a hosted Supabase before the first migration: all privileges, to the API's roles. The migrations must
 * revoke those of `anon` and `authenticated`.
 */
const HOSTED_GRANTS = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  grant usage on schema public to anon, authenticated, service_role;
`;

/**
 * Vitest runs this before all tests. It builds the current site, starts one real PostgreSQL with a migrated template
 * that test files copy, and prepares a data folder that installations in tests copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildSite();
  const postgres = await startThrowawayPostgres();

  const admin = new pg.Client(postgres.connectionString);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE_DATABASE}`);
  await admin.end();

  const template = new pg.Client(postgres.connectionString.replace(/postgres$/, TEMPLATE_DATABASE));
  await template.connect();
  await template.query(HOSTED_GRANTS);
  await migrate(template);
  await template.end();

  project.provide('postgresUrl', postgres.connectionString);
  const removeData = await prepareData();
  return async () => {
    await removeData();
    await postgres.close();
  };
}
