import * as z from 'zod/mini';
import { randomUuid } from '../../lib/uuid.ts';
import type { Step } from './steps.ts';

const stepSchema = z.literal([1, 2, 3]);

/** What a browser history entry says about the form. */
const entrySchema = z.object({
  /** One valuation from its first step until it is sent: entries of an earlier one mean nothing. */
  run: z.string(),
  step: stepSchema,
  /** The step of the entry before this one, when the form made that too. */
  before: z.optional(stepSchema),
});

const stateSchema = z.object({ valuation: entrySchema });

type Entry = z.infer<typeof entrySchema>;

/**
 * The form's steps in the browser's history. Entries that others made (a link to a section, say) carry no
 * `valuation` and leave the step alone.
 */
export function createStepHistory() {
  let run = readEntry()?.run ?? randomUuid();

  const read = () => {
    const entry = readEntry();
    return entry?.run === run ? entry : undefined;
  };

  return {
    /** The step of the entry on which the browser stands. */
    step: (): Step | undefined => read()?.step,

    /** Gives the present entry a step. */
    mark: (step: Step) => {
      write('replaceState', { ...read(), run, step });
    },

    push: (from: Step, to: Step) => {
      write('pushState', { run, step: to, before: from });
    },

    /** Whether the browser's own Back would lead to this step. */
    leadsBackTo: (step: Step) => read()?.before === step,

    /** Forgets the entries so far: the form has been sent, and starts again. */
    restart: (step: Step) => {
      run = randomUuid();
      write('replaceState', { run, step });
    },
  };
}

function readEntry(): Entry | undefined {
  return stateSchema.safeParse(window.history.state).data?.valuation;
}

function write(how: 'pushState' | 'replaceState', valuation: Entry) {
  const state: unknown = window.history.state;
  window.history[how]({ ...(typeof state === 'object' ? state : {}), valuation }, '');
}
