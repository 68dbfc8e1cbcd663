import type { OwnDatabase } from '../../support/own-database.ts';
import type { createRandom } from '../../support/random.ts';
import type { Count } from './count.ts';
import type { Rig, RigOptions } from './rig.ts';

/** Why a fault cannot be made on this machine, in one sentence. It does not count as passed. */
type NotHere = { notHere: string };

export type Context = {
  /** Few rounds and short outages, for `npm test`. */
  isShort: boolean;
  random: ReturnType<typeof createRandom>;
  /** Opens a rig that is closed when the scenario ends, however it ends. */
  open: (options?: RigOptions) => Promise<Rig>;
  /** A PostgreSQL for `DATABASE_URL`, not yet running; it is removed when the scenario ends. */
  createOwnDatabase: () => Promise<OwnDatabase>;
};

/** One fault that is made while leads arrive. */
export type Scenario = {
  name: string;
  /** What is done, for the table. */
  fault: string;
  /**
   * The fault kills a sender or cuts its connection to the mail server. Between the server's "250" and our
   * record of it nobody can know whether the mail was taken, so it may arrive again, under its Message-ID.
   */
  mayRepeat?: true;
  run(context: Context): Promise<Count | NotHere>;
};
