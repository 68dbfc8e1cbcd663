import type { createRandom } from '../../support/random.ts';
import type { Count } from './count.ts';
import type { Rig, RigOptions } from './rig.ts';

/** Why a fault cannot be made on this machine, in one sentence. It does not count as passed. */
export type NotHere = { notHere: string };

export type Context = {
  /** Few rounds and no waiting, for `npm test`. */
  isShort: boolean;
  random: ReturnType<typeof createRandom>;
  /** Opens a rig that is closed when the scenario ends, however it ends. */
  open(options?: RigOptions): Promise<Rig>;
  /** What else has to be cleared away, after the rigs. */
  afterwards(clear: () => Promise<void>): void;
};

/** One thing that goes wrong while leads arrive. */
export type Scenario = {
  name: string;
  /** What is done, for the table. */
  fault: string;
  /**
   * It kills a sender or cuts its line to the mail server, between whose "250" and our record of it nothing
   * can be made certain: a mail may arrive again, under its Message-ID.
   */
  mayRepeat?: true;
  run(context: Context): Promise<Count | NotHere>;
};
