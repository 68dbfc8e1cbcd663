/** What the desk shows to owners under Settings: what they change there, and what is set where the server runs. */
import * as z from 'zod';
import { requireOwner, type Member } from '../cases/members.ts';
import { readStandingTerms } from '../cases/standing-terms.ts';
import { COMMANDS } from '../commands.ts';
import { rowOf, sql, type Db } from '../database/statement.ts';
import type { Environment } from '../env.ts';

export type ServerSettings = ReturnType<typeof describeEnvironment>;

/** The variables that an owner may ask for. None of them is a secret. */
export const describeEnvironment = (env: Environment) => ({
  leads_mailed_to: env.MAIL_TO,
  reads_answers: env.IMAP_URL !== undefined,
  lead_days: env.RETENTION_LEAD_DAYS,
  suspect_days: env.RETENTION_SUSPECT_DAYS,
  /** Null: there is no daily backup. */
  backups_kept: env.BACKUP_DIR === undefined ? null : env.BACKUP_KEEP,
  asks_for_versions: env.UPDATES_URL !== undefined,
});

export async function readSettings(db: Db, me: Member, atServer: ServerSettings) {
  requireOwner(me);
  const { confirms_enquiries } = await rowOf(
    db,
    z.object({ confirms_enquiries: z.boolean() }),
    sql`select confirms_enquiries from desk.settings`,
  );
  return {
    standing: await readStandingTerms(db),
    at_server: { ...atServer, confirms_enquiries },
    commands: COMMANDS,
  };
}
