import type { StaffRole } from '../database/codes.ts';
import { rowsOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import { personSchema } from './cards.ts';

/** A member of staff who is signed in, and may work at the desk. */
export type Member = {
  id: string;
  name: string;
  role: StaffRole;
  email: string;
  /** Not the token: it opens nothing. */
  session_id: string;
  /** Whether the one-time link of a trial was enough to sign in. */
  trial: boolean;
  /** When the last strong sign-in was, and until when it counts. */
  signed_in_at: string;
  signed_in_until: string;
};

/** @throws {Refused} 403 for anybody but an owner */
export function requireOwner({ role }: Member): void {
  if (role !== 'owner') throw new Refused(403, 'owner_only', 'Only an owner may do this.');
}

/** Who is signed in, and who else is on the staff. */
export async function describeMe(db: Db, me: Member) {
  const staff = await rowsOf(
    db,
    personSchema,
    sql`select user_id as id, name from desk.staff where active order by name, user_id`,
  );
  return { ...me, staff };
}
