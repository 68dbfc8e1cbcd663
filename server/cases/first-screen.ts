import type { Db } from '../database/statement.ts';
import { changes } from './changes.ts';
import { inbox } from './inbox.ts';
import { describeMe, type Member } from './members.ts';

/**
 * What the desk's app needs for its first screen, in one call, because each call costs a phone a round trip. The cursor,
 * from which the app then polls for changes, is made before the list is read, so that no change in between is missed.
 */
export const readFirstScreen = async (db: Db, me: Member) => ({
  me: await describeMe(db, me),
  changes: await changes.work(db, me, { after: null }),
  inbox: await inbox.work(db, me, { view: 'now' }),
});
