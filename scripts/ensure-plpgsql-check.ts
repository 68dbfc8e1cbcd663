/** The extension plpgsql_check, with which `supabase db lint` checks the functions of the database. */
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { installPackages, isDebianRoot } from './ensure-chromium.ts';
import { print } from './print.ts';

/** @returns the folder with the programs of one of Debian's PostgreSQLs that has the extension, or undefined */
export function findPostgresWithPlpgsqlCheck(): string | undefined {
  const [library] = globSync('/usr/lib/postgresql/*/lib/plpgsql_check.so');
  return library && join(dirname(library), '../bin');
}

/**
 * Installs the extension, if run as root on a Debian that has a PostgreSQL. Debian would start a database server with a
 * new one. If the extension is still missing, prints which test is skipped.
 */
export function ensurePlpgsqlCheck(): void {
  const [version] = globSync('/usr/lib/postgresql/*').map((folder) => basename(folder));
  if (!findPostgresWithPlpgsqlCheck() && version !== undefined && isDebianRoot()) {
    installPackages(`postgresql-${version}-plpgsql-check`);
  }
  if (!findPostgresWithPlpgsqlCheck()) {
    print('plpgsql_check is not installed: the test of `supabase db lint` is skipped.');
  }
}
