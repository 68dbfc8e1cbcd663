import type { OwnDatabase } from '../../support/own-database.ts';
import type { createRandom } from '../../support/random.ts';
import type { Count } from './count.ts';
import type { Rig, RigOptions } from './rig.ts';

/** Says in one sentence why a fault cannot be produced on this machine. The test then counts as skipped, not passed. */
type NotHere = { notHere: string };

export type Context = {
  /** Whether there are few rounds and short outages, for `npm test`. */
  isShort: boolean;
  random: ReturnType<typeof createRandom>;
  /** Opens a rig that is closed when the scenario ends or fails. */
  open: (options?: RigOptions) => Promise<Rig>;
  /** Has something done when the scenario ends or fails; the last first. */
  onTestFinished: (work: () => Promise<void>) => void;
  /** A PostgreSQL for `DATABASE_URL`. It is not running yet, and is removed when the scenario ends. */
  createOwnDatabase: () => Promise<OwnDatabase>;
};

/** One fault that is made while leads arrive. */
export type Scenario = {
  name: string;
  /** What happens, for the table. */
  fault: string;
  /**
   * Whether a mail may arrive twice: the fault kills a sender or cuts its connection to the mail server. Between the
   * mail server's "250" and our record of it, nobody can know whether the mail was accepted, so it may be sent again
   * with the same Message-ID.
   */
  mayRepeat?: true;
  run(context: Context): Promise<Count | NotHere>;
};
