/** The scenarios of `npm run test:faults` (`faults.test.ts`) with two servers, or with different users. */
import { commandAsNobody } from '../../support/server/as-nobody.ts';
import { openOnExternalDatabase } from './database-faults.ts';
import type { Scenario } from './fault-scenario.ts';

const isRoot = process.getuid?.() === 0;

export const SERVERS: Scenario[] = [
  {
    name: 'two-servers-one-folder',
    fault: 'a second server that refuses to start on the same data folder, and says why',
    async run({ open }) {
      const rig = await open({ servers: 2 });
      await rig.start();
      return rig.runUnderLoad({
        async act() {
          const refusal = await rig.start({ index: 1 }).then(() => 'It started.', String);
          if (!refusal.includes(`Another server is already running on ${rig.dataDir}. Stop it first`)) {
            throw new Error(`The second server did not refuse: ${refusal}`);
          }
        },
      });
    },
  },
  {
    name: 'two-servers-one-database',
    fault: 'two servers on one PostgreSQL, each lead sent to either',
    async run(context) {
      const { rig } = await openOnExternalDatabase(context, 2);
      rig.mailServer.replyAfterMs = 50;
      // `skipsWaits` is off, because it would let one server take a mail that the other is still sending, if the machine
      // is so busy that this takes long.
      return rig.runUnderLoad({ rounds: 0, leads: context.isShort ? 100 : 2_000, skipsWaits: false });
    },
  },
  {
    name: 'as-root',
    fault: 'the product run by root, on a data folder that only root may enter',
    async run({ open }) {
      if (!isRoot) return { skipReason: 'Needs root.' };
      const rig = await open({ isFresh: true });
      await rig.start();
      return rig.runUnderLoad({ rounds: 0 });
    },
  },
  {
    name: 'as-user',
    fault: 'the product run by an ordinary user, on a data folder that only this user may enter',
    async run({ open }) {
      const rig = await open({ isFresh: true });
      await rig.start(isRoot ? { command: await commandAsNobody(rig.dataDir) } : {});
      return rig.runUnderLoad({ rounds: 0 });
    },
  },
];
