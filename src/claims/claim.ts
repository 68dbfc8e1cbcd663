import * as z from 'zod';

/** The result of checking a figure, explained in `docs/decisions/0007-claims-registry.md`. */
const VERDICTS = ['right', 'qualified', 'outdated', 'contradictory', 'unproven'] as const;

/** A public figure. Every page takes it from `claims.yaml`. */
export const claimSchema = z
  .strictObject({
    /** Articles refer to it with `<Claim id>`, YAML files with `{claim:id}`. */
    id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'lower-case words with hyphens'),
    /** The figure as part of a sentence: a noun phrase without a full stop. */
    text: z.string().min(1),
    /** What the figure covers: place and period. */
    scope: z.string().min(1),
    /** Who published it. */
    source: z.string().min(1),
    /** Where it was published. */
    sourceUrl: z.url({ protocol: /^https$/ }).optional(),
    /** The day that the figure is from. */
    statedOn: z.coerce.date(),
    /** The day by which to check it again. `npm run launch-check` reports it as overdue afterwards. */
    reviewOn: z.coerce.date(),
    verdict: z.enum(VERDICTS),
    /** The sentence that qualifies the figure. Pages show it in small print near the figure. */
    note: z.string().min(1).optional(),
    /** What the operator must do before launch. Delete the line when it is done. */
    operatorTask: z.string().min(1).optional(),
  })
  .refine(({ verdict, note }) => verdict === 'right' || note !== undefined, {
    path: ['note'],
    error: 'A claim whose verdict is not "right" needs a note that qualifies it.',
  })
  .refine(({ verdict, operatorTask }) => verdict !== 'unproven' || operatorTask !== undefined, {
    path: ['operatorTask'],
    error: 'An unproven claim needs an operatorTask: what would prove it.',
  })
  .refine(({ statedOn, reviewOn }) => statedOn < reviewOn, {
    path: ['reviewOn'],
    error: 'reviewOn must be later than statedOn.',
  });

export type Claim = z.infer<typeof claimSchema>;

/** The part of a claim that a page prints. */
export type Figure = Pick<Claim, 'id' | 'text' | 'note'>;
