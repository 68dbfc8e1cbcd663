import * as z from 'zod';

/** The result of checking a figure, explained in `docs/decisions/0007-claims-registry.md`. */
const VERDICTS = ['right', 'qualified', 'outdated', 'contradictory', 'unproven'] as const;

type Verdict = (typeof VERDICTS)[number];

const NEEDS_NOTE: readonly Verdict[] = ['qualified', 'outdated'];
const NEEDS_TASK: readonly Verdict[] = ['contradictory', 'unproven'];

/** A figure that the site publishes and that needs a source. Pages read it from `claims.yaml`. */
export const claimSchema = z
  .strictObject({
    /** The name by which articles (`<Claim id="…" />`) and YAML files (`{claim:…}`) refer to the claim. */
    id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case words with hyphens'),
    /** The figure as part of a sentence: a noun phrase without a full stop. */
    text: z.string().min(1),
    /** What the figure covers: place and period. */
    scope: z.string().min(1),
    /** Who published the figure. */
    source: z.string().min(1),
    /** Where the figure was published. */
    sourceUrl: z.url({ protocol: /^https$/ }).optional(),
    /** The day that the figure is from. */
    statedOn: z.coerce.date(),
    /** The day by which to check the figure again. Afterwards `npm run launch-check` reports it as overdue. */
    reviewOn: z.coerce.date(),
    verdict: z.enum(VERDICTS),
    /** What a reader must know to understand the figure correctly, in a short sentence. A page shows the note once. */
    note: z.string().min(1).optional(),
    /**
     * Whether the note must be shown next to the figure, because the law requires it or the figure alone would mislead.
     * Other notes open with a button.
     */
    noteBeside: z.boolean().optional(),
    /** What the operator (who runs the site) must do before launch. Remove it from the claim when it is done. */
    operatorTask: z.string().min(1).optional(),
    /** What the operator must keep doing for the figure to stay true. `npm run launch-check` always lists it. */
    permanentDuty: z.string().min(1).optional(),
  })
  .refine(({ verdict, note }) => !NEEDS_NOTE.includes(verdict) || note !== undefined, {
    path: ['note'],
    error: 'A claim that is qualified or outdated needs a note that qualifies it.',
  })
  .refine(({ note, noteBeside }) => !noteBeside || note !== undefined, {
    path: ['noteBeside'],
    error: 'noteBeside needs a note: add one, or delete noteBeside.',
  })
  .refine(({ verdict, operatorTask }) => !NEEDS_TASK.includes(verdict) || operatorTask !== undefined, {
    path: ['operatorTask'],
    error: 'An unproven or contradictory claim needs an operatorTask that says what would settle it.',
  })
  .refine(({ statedOn, reviewOn }) => statedOn < reviewOn, {
    path: ['reviewOn'],
    error: 'reviewOn must be later than statedOn.',
  });

export type Claim = z.infer<typeof claimSchema>;

/** The fields of a claim that a page shows. */
export type Figure = Pick<Claim, 'id' | 'text' | 'note' | 'noteBeside'>;
