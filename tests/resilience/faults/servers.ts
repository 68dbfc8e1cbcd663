import { commandAsNobody } from '../../support/as-nobody.ts';
import { openOwnDatabase } from '../../support/own-database.ts';
import type { Scenario } from './scenario.ts';

const isRoot = process.getuid?.() === 0;

const oneFolder: Scenario = {
  name: 'two-servers-one-folder',
  fault: 'a second server started on the same data folder: it refuses, saying why',
  async run(context) {
    const rig = await context.open({ servers: 2 });
    await rig.start();
    const load = rig.startLoad();
    await load.more(50);
    const refusal = await rig.start({ index: 1 }).then(() => 'It started.', String);
    if (!refusal.includes(`Another server is already running on ${rig.dataDir}. Stop it first`)) {
      throw new Error(`The second server did not refuse: ${refusal}`);
    }
    await load.more(50);
    return rig.finish(load);
  },
};

const oneDatabase: Scenario = {
  name: 'two-servers-one-database',
  fault: 'two servers on one PostgreSQL, each lead told to either',
  async run(context) {
    const database = await openOwnDatabase(context);
    await database.start();
    const rig = await context.open({ databaseUrl: database.url, servers: 2 });
    await Promise.all([rig.start({ index: 0 }), rig.start({ index: 1 })]);
    rig.mailbox.thinksMs = 50;
    const load = rig.startLoad();
    await load.more(context.isShort ? 100 : 2_000);
    return rig.finish(load);
  },
};

const asRoot: Scenario = {
  name: 'as-root',
  fault: 'run by root, in a folder that only root may enter',
  async run(context) {
    if (!isRoot) return { notHere: 'Needs root.' };
    const rig = await context.open();
    await rig.start();
    const load = rig.startLoad();
    await load.more(50);
    return rig.finish(load);
  },
};

const asUser: Scenario = {
  name: 'as-user',
  fault: 'run by an ordinary user, in a folder below a private one of theirs',
  async run(context) {
    const rig = await context.open();
    await rig.start(isRoot ? { command: await commandAsNobody(rig.dataDir) } : {});
    const load = rig.startLoad();
    await load.more(50);
    return rig.finish(load);
  },
};

export const SERVERS = [oneFolder, oneDatabase, asRoot, asUser];
