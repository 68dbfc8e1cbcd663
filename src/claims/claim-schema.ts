import * as z from 'zod';
import { choice, day, fields, words } from '../lib/fields.ts';

/** The result of checking a figure, explained in `docs/decisions/0007-claims-registry.md`. */
const VERDICTS = ['right', 'qualified', 'outdated', 'contradictory', 'unproven'] as const;

type Verdict = (typeof VERDICTS)[number];

const NEEDS_NOTE: readonly Verdict[] = ['qualified', 'outdated'];
const NEEDS_TASK: readonly Verdict[] = ['contradictory', 'unproven'];

/** A figure that the site publishes and that needs a source. Pages read it from `claims.yaml`. */
export const claimSchema = fields({
  /** The name by which articles (`<Claim id="…" />`) and YAML files (`{claim:…}`) refer to the claim. */
  id: z
    .string('Give the figure a name.')
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use small letters and digits, with hyphens between the words.')
    .meta({ title: 'Name of the figure', description: 'Only you see it. It cannot be changed later.' }),
  text: words('The figure', {
    description: 'As part of a sentence, without a full stop, such as: 10 to 15 viewings.',
  }),
  scope: words('What it covers', {
    description: 'Which place, which time, what is counted.',
    format: 'multiline',
  }),
  source: words('Who says so', { description: 'Who has published the figure or counted it.' }),
  sourceUrl: z
    .url({ protocol: /^https$/, error: 'Write the whole address of the page. It begins with https://.' })
    .meta({ title: 'Where to read it', description: 'The address of the page that proves the figure.' })
    .optional(),
  statedOn: day('As of', { description: 'The day that the figure is from.' }),
  /** Afterwards `npm run launch-check` reports it as overdue. */
  reviewOn: day('Check it again by'),
  verdict: choice('Is it right?', VERDICTS, {
    labels: {
      right: 'Right',
      qualified: 'Right, if the note is read too',
      outdated: 'Out of date',
      contradictory: 'Two of our figures disagree',
      unproven: 'Not proven yet',
    },
  }),
  note: words('Note for readers', {
    description:
      'What a reader must know to understand the figure, in a short sentence. A page shows it once.',
    format: 'multiline',
  }).optional(),
  /** Other notes open with a button. */
  noteBeside: z
    .boolean('Choose yes or no.')
    .meta({
      title: 'Must the note stand beside the figure?',
      description: 'Yes if the law asks for it, or if the figure alone would mislead.',
    })
    .optional(),
  operatorTask: words('What you still have to do', {
    description: 'What would prove the figure. Empty it when that is done.',
    format: 'multiline',
  }).optional(),
  /** `npm run launch-check` always lists it. */
  permanentDuty: words('What you must keep doing', {
    description: 'What keeps the figure true.',
    format: 'multiline',
  }).optional(),
})
  .refine(({ verdict, note }) => !NEEDS_NOTE.includes(verdict) || note !== undefined, {
    path: ['note'],
    error: 'Write a note: readers would misunderstand this figure without one.',
  })
  .refine(({ note, noteBeside }) => !noteBeside || note !== undefined, {
    path: ['noteBeside'],
    error: 'There is no note to stand beside the figure: write one, or choose no.',
  })
  .refine(({ verdict, operatorTask }) => !NEEDS_TASK.includes(verdict) || operatorTask !== undefined, {
    path: ['operatorTask'],
    error: 'Say what would prove this figure: nobody may forget that it is not proven yet.',
  })
  .refine(({ statedOn, reviewOn }) => statedOn < reviewOn, {
    path: ['reviewOn'],
    error: 'This day must be after the day that the figure is from.',
  });

export type Claim = z.infer<typeof claimSchema>;

/** The fields of a claim that a page shows. */
export type Figure = Pick<Claim, 'id' | 'text' | 'note' | 'noteBeside'>;
