import { commandAsNobody } from '../../support/as-nobody.ts';
import { openOnOwnDatabase } from './databases.ts';
import type { Scenario } from './scenario.ts';

const isRoot = process.getuid?.() === 0;

export const SERVERS: Scenario[] = [
  {
    name: 'two-servers-one-folder',
    fault: 'a second server started on the same data folder: it refuses and says why',
    async run({ open }) {
      const rig = await open({ servers: 2 });
      await rig.start();
      return rig.underLoad({
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
      const { rig } = await openOnOwnDatabase(context, 2);
      rig.mailbox.answerAfterMs = 50;
      return rig.underLoad({ rounds: 0, leads: context.isShort ? 100 : 2_000 });
    },
  },
  {
    name: 'as-root',
    fault: 'run by root, in a folder that only root may enter',
    async run({ open }) {
      if (!isRoot) return { notHere: 'Needs root.' };
      const rig = await open({ isFresh: true });
      await rig.start();
      return rig.underLoad({ rounds: 0 });
    },
  },
  {
    name: 'as-user',
    fault: 'run by an ordinary user, in a folder below one that only they may enter',
    async run({ open }) {
      const rig = await open({ isFresh: true });
      await rig.start(isRoot ? { command: await commandAsNobody(rig.dataDir) } : {});
      return rig.underLoad({ rounds: 0 });
    },
  },
];
