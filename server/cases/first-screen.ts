import { allOf, type Db } from '../database/statement.ts';
import { adoptNew } from './adopt.ts';
import { readChanges } from './changes.ts';
import { readInbox } from './inbox.ts';
import { describeMe, type Member } from './members.ts';

/**
 * What the desk's app needs for its first screen, in one call, because each call costs a phone a round trip. The cursor,
 * from which the app then polls for changes, is made before the list is read, so that no change in between is missed.
 */
export async function readFirstScreen(db: Db, member: Member) {
  await adoptNew(db);
  const reading = readChanges(db, member, null);
  const [me, changes, inbox] = await allOf([
    describeMe(db, member),
    reading,
    readInbox(
      db,
      member,
      { view: 'now' },
      reading.then(({ counts }) => counts),
    ),
  ]);
  return { me, changes, inbox };
}
