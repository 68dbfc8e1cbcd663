/**
 * What makes a lead look as if a program had sent it. It is marked and never dropped: a person with an
 * unusual browser is worth more than a clean inbox. The reasons travel in a request header of their own,
 * so that the two calls keep the bodies of the specification (section 7).
 */
export const SUSPECT_REASONS = ['trap_filled', 'sent_too_fast'] as const;

export type SuspectReason = (typeof SUSPECT_REASONS)[number];

/** The request header with the reasons, joined by commas; a lead without any goes without it. */
export const SUSPECT_HEADER = 'x-suspect-reasons';

/**
 * The field that people neither see nor reach, and programs fill in. The name is none that a browser or a
 * password manager has something to put into.
 */
export const TRAP_FIELD = 'second_reference';

/** Filling in either form takes a person longer than this, with everything filled in by the browser too. */
const FASTEST_PERSON_MS = 3_000;

type Evidence = {
  trap: string;
  /** How long the form was alive before it was sent; undefined where that tells nothing. */
  ageMs?: number | undefined;
};

export function suspectReasonsOf({ trap, ageMs = Infinity }: Evidence): SuspectReason[] {
  return [
    ...(trap === '' ? [] : (['trap_filled'] as const)),
    ...(ageMs < FASTEST_PERSON_MS ? (['sent_too_fast'] as const) : []),
  ];
}

/** The known reasons in a header; what else stands in it is nobody's business. */
export function readSuspectHeader(header = ''): SuspectReason[] {
  const given = header.split(',').map((reason) => reason.trim());
  return SUSPECT_REASONS.filter((reason) => given.includes(reason));
}
