import { requireOwner, type Member } from '../cases/members.ts';
import type { NewerVersions } from '../operations/newer-versions.ts';
import { CHANGES, VERSION } from '../version.ts';

/** Which version runs, what is new in it, and which newer ones there are. For owners. */
export function describeVersion(me: Member, newerVersions: Pick<NewerVersions, 'list'>) {
  requireOwner(me);
  return {
    version: VERSION,
    changes: CHANGES,
    newer: newerVersions.list().map(({ version, day, isSecurityFix, notes }) => ({
      version,
      day,
      is_security_fix: isSecurityFix,
      notes,
    })),
  };
}
