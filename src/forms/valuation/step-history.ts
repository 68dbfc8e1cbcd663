import * as z from 'zod/mini';
import { randomUuid } from '../core/uuid.ts';
import type { Step } from './steps.ts';

const stepSchema = z.literal([1, 2, 3]);

/** The form's part of a browser history entry's state. */
const entrySchema = z.object({
  /** Identifies one valuation, from its first step until it is sent. Entries with another id are ignored. */
  run: z.string(),
  step: stepSchema,
  /** The step of the entry before this one, if the form made that entry too. */
  before: z.optional(stepSchema),
});

const stateSchema = z.object({ valuation: entrySchema });

type Entry = z.infer<typeof entrySchema>;

/**
 * Stores the form's steps in the browser's history. An entry without a `valuation`, such as a link to a section,
 * does not change the step.
 */
export function createStepHistory() {
  let run = readEntry()?.run ?? randomUuid();

  const read = () => {
    const entry = readEntry();
    return entry?.run === run ? entry : undefined;
  };

  return {
    /** The step of the current entry. */
    step: (): Step | undefined => read()?.step,

    /** Sets the step of the current entry. */
    mark: (step: Step) => {
      write('replaceState', { ...read(), run, step });
    },

    push: (from: Step, to: Step) => {
      write('pushState', { run, step: to, before: from });
    },

    /** Whether the browser's own Back would lead to this step. */
    leadsBackTo: (step: Step) => read()?.before === step,

    /** Makes all earlier entries invalid, after the form has been sent. */
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
