import * as z from 'zod';

/** The result of checking a figure, explained in `docs/decisions/0007-claims-registry.md`. */
const VERDICTS = ['right', 'qualified', 'outdated', 'contradictory', 'unproven'] as const;

type Verdict = (typeof VERDICTS)[number];

const MISLEADING_ALONE: readonly Verdict[] = ['qualified', 'outdated'];
const OPEN: readonly Verdict[] = ['contradictory', 'unproven'];

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
    /** What a reader must know to take the figure rightly, in a short sentence. A page shows it once. */
    note: z.string().min(1).optional(),
    /** Whether the note stands beside the figure, as the law wants it. Otherwise a button opens it. */
    noteBeside: z.boolean().optional(),
    /** What the operator must do before launch. Delete the line when it is done. */
    operatorTask: z.string().min(1).optional(),
    /** What the operator must keep doing for the figure to stay true. `npm run launch-check` lists it for good. */
    permanentDuty: z.string().min(1).optional(),
  })
  .refine(({ verdict, note }) => !MISLEADING_ALONE.includes(verdict) || note !== undefined, {
    path: ['note'],
    error: 'A claim that is qualified or outdated needs a note that qualifies it.',
  })
  .refine(({ note, noteBeside }) => !noteBeside || note !== undefined, {
    path: ['noteBeside'],
    error: 'A claim without a note has none to show beside its figure.',
  })
  .refine(({ verdict, operatorTask }) => !OPEN.includes(verdict) || operatorTask !== undefined, {
    path: ['operatorTask'],
    error: 'An unproven or contradictory claim needs an operatorTask: what would settle it.',
  })
  .refine(({ statedOn, reviewOn }) => statedOn < reviewOn, {
    path: ['reviewOn'],
    error: 'reviewOn must be later than statedOn.',
  });

export type Claim = z.infer<typeof claimSchema>;

/** The part of a claim that a page prints. */
export type Figure = Pick<Claim, 'id' | 'text' | 'note' | 'noteBeside'>;
