import * as z from 'zod/mini';
import { randomUuid } from '../core/uuid.ts';
import type { Step } from './steps.ts';

const stepSchema = z.literal([1, 2, 3]);

const entrySchema = z.object({
  /** Identifies one filling-in of the form, until the form is sent. The form ignores entries that have another id. */
  formId: z.string(),
  step: stepSchema,
  /** The step of the entry before this one, if the form made that entry too. */
  before: z.optional(stepSchema),
});

const stateSchema = z.object({ valuation: entrySchema });

type Entry = z.infer<typeof entrySchema>;

/**
 * Stores the form's steps in the browser's history. An entry without `valuation`, for example after a link to a
 * section, does not change the step.
 */
export function createStepHistory() {
  let formId = readEntry()?.formId ?? randomUuid();

  const read = () => {
    const entry = readEntry();
    return entry?.formId === formId ? entry : undefined;
  };

  return {
    step: (): Step | undefined => read()?.step,

    setCurrent: (step: Step) => {
      write('replaceState', { ...read(), formId, step });
    },

    push: (from: Step, to: Step) => {
      write('pushState', { formId, step: to, before: from });
    },

    backLeadsTo: (step: Step) => read()?.before === step,

    /** Makes all earlier entries invalid, after the form has been sent. */
    restart: (step: Step) => {
      formId = randomUuid();
      write('replaceState', { formId, step });
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
