import type { ExternalDatabase } from '../../support/database/external-database.ts';
import type { Count } from './count-leads.ts';
import type { ServersUnderLoad, ServersUnderLoadOptions } from './servers-under-load.ts';

/** Why a fault cannot be produced on this machine, in one sentence. The test then counts as skipped, not passed. */
type Skipped = { skipReason: string };

export type Context = {
  /** Whether the scenario should have few rounds and short outages, as in `npm test`. */
  isShort: boolean;
  /** Random numbers of leads, to be sent before each round. */
  leadCounts: number[];
  /** Prepares a rig (servers, their mail server and clients), which is closed when the scenario ends or fails. */
  open: (options?: ServersUnderLoadOptions) => Promise<ServersUnderLoad>;
  /** Registers a clean-up for the end of the scenario, even if it fails. Clean-ups run in reverse order. */
  onTestFinished: (cleanUp: () => Promise<void>) => void;
  /** A PostgreSQL for `DATABASE_URL`. It is not running yet, and is removed when the scenario ends. */
  createExternalDatabase: () => Promise<ExternalDatabase>;
};

/** One fault that is injected while leads arrive. */
export type Scenario = {
  name: string;
  /** What happens, in words, for the test's title and the printed table. */
  fault: string;
  /**
   * Whether a mail may arrive twice, because the fault can keep the product from learning or recording that the mail
   * server has accepted it. Between the mail server's "250" and our record of it, nobody can know whether the mail was
   * accepted, so it may be sent again with the same Message-ID.
   */
  mayRepeat?: true;
  run(context: Context): Promise<Count | Skipped>;
};
