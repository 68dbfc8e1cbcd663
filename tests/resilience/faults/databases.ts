import { setTimeout as delay } from 'node:timers/promises';
import { openBinaries } from '../../../server/database/binaries.ts';
import { openOwnDatabase } from '../../support/own-database.ts';
import { repeatUnderLoad } from './repeat-under-load.ts';
import type { Scenario } from './scenario.ts';

const restartDatabase: Scenario = {
  name: 'restart-database',
  fault: 'the operator’s own database restarted, fast',
  mayRepeat: true,
  async run(context) {
    const database = await openOwnDatabase(context);
    await database.start();
    const rig = await context.open({ databaseUrl: database.url });
    await rig.start();
    return repeatUnderLoad(
      rig,
      context.isShort ? 2 : 10,
      () => 50,
      async () => {
        await database.stop();
        await database.start();
      },
    );
  },
};

const stopEmbedded: Scenario = {
  name: 'stop-embedded-database',
  fault: 'the embedded database told to stop by somebody else; the server starts it again',
  mayRepeat: true,
  async run(context) {
    const rig = await context.open();
    await rig.start();
    const binaries = await openBinaries(rig.postgres);
    return repeatUnderLoad(
      rig,
      context.isShort ? 2 : 10,
      () => 50,
      async () => {
        await binaries.pgCtl(['stop', `--pgdata=${rig.postgres}`, '--mode=fast', '--no-wait']);
      },
    );
  },
};

const stopDatabase: Scenario = {
  name: 'stop-database',
  fault: 'the operator’s own database stopped for 6 s',
  async run(context) {
    const database = await openOwnDatabase(context);
    await database.start();
    const rig = await context.open({ databaseUrl: database.url });
    await rig.start();
    const load = rig.startLoad();
    await load.more(50);
    await database.stop();
    await delay(context.isShort ? 2_000 : 6_000);
    await database.start();
    await load.more(50);
    return rig.finish(load);
  },
};

const absentDatabase: Scenario = {
  name: 'absent-database',
  fault: 'the operator’s own database not there yet when the server starts',
  async run(context) {
    const database = await openOwnDatabase(context);
    const rig = await context.open({ databaseUrl: database.url });
    const starting = rig.start();
    const load = rig.startLoad();
    await delay(context.isShort ? 1_000 : 6_000);
    await database.start();
    await starting;
    await load.more(50);
    return rig.finish(load);
  },
};

const firstRequests: Scenario = {
  name: 'first-requests',
  fault: 'twenty clients at once on a fresh database',
  async run(context) {
    const rig = await context.open();
    await rig.start();
    const load = rig.startLoad(20);
    await load.more(context.isShort ? 20 : 500);
    return rig.finish(load);
  },
};

export const DATABASES = [restartDatabase, stopEmbedded, stopDatabase, absentDatabase, firstRequests];
