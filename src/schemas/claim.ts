import * as z from 'zod';

/** What checking the figure came to: see the verdicts in `docs/decisions/0007-claims-registry.md`. */
const VERDICTS = ['right', 'qualified', 'outdated', 'contradictory', 'unproven'] as const;

/** One public figure. Pages print it from here and from nowhere else. */
export const claimSchema = z
  .strictObject({
    /** What `<Claim id>` in an article and `{claim:id}` in YAML refer to. */
    id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case words with hyphens'),
    /** The figure as it stands in a sentence: a noun phrase, without a full stop. */
    text: z.string().min(1),
    /** What it covers: the place, the period, from when to when. */
    scope: z.string().min(1),
    /** Who says so. */
    source: z.string().min(1),
    /** Where they say so. */
    sourceUrl: z.url({ protocol: /^https$/ }).optional(),
    /** The day that the figure is of, or was stated. */
    statedOn: z.coerce.date(),
    /** The day to look at it again; `npm run launch-check` counts it as overdue afterwards. */
    reviewOn: z.coerce.date(),
    verdict: z.enum(VERDICTS),
    /** The sentence that qualifies the figure. The page shows it, small and near. */
    note: z.string().min(1).optional(),
    /** What the operator must settle before launch. Delete the line when it is settled. */
    operatorTask: z.string().min(1).optional(),
  })
  .refine(({ verdict, note }) => verdict === 'right' || note !== undefined, {
    path: ['note'],
    error: 'A claim that is not plainly right needs the note that qualifies it.',
  })
  .refine(({ verdict, operatorTask }) => verdict !== 'unproven' || operatorTask !== undefined, {
    path: ['operatorTask'],
    error: 'An unproven claim needs the task that would prove it.',
  })
  .refine(({ statedOn, reviewOn }) => statedOn < reviewOn, {
    path: ['reviewOn'],
    error: 'The day to look again comes after the day it was stated.',
  });

export type Claim = z.infer<typeof claimSchema>;

/** What a page prints of a claim. */
export type Figure = Pick<Claim, 'id' | 'text' | 'note'>;
