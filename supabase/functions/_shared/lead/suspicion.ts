/**
 * Why a lead may be spam: the honeypot field (`HONEYPOT_FIELD`) was filled in, or the lead was sent faster than a
 * person can fill in the form. A suspect lead is marked and never dropped, because a person with an unusual browser may
 * have sent it. The reasons are sent in a request header, as the firm's specification (section 7) fixes the bodies.
 */
export const SUSPECT_REASONS = ['trap_filled', 'sent_too_fast'] as const;

export type SuspectReason = (typeof SUSPECT_REASONS)[number];

/** The request header with the reasons, separated by commas. A lead without reasons has no such header. */
export const SUSPECT_HEADER = 'x-suspect-reasons';

/**
 * The honeypot field: people cannot see or reach it, and programs fill it in. Browsers and password managers do not
 * autofill a field with this name.
 */
export const HONEYPOT_FIELD = 'second_reference';

/** A person needs longer than this to fill in either form, even with the browser's autofill. */
const MIN_FILL_MS = 3_000;

type Evidence = {
  honeypot: string;
  /** The time from when the empty form was hydrated until it was submitted; undefined if unknown. */
  fillMs?: number | undefined;
};

export function suspectReasonsOf({ honeypot, fillMs = Infinity }: Evidence): SuspectReason[] {
  return [
    ...(honeypot === '' ? [] : (['trap_filled'] as const)),
    ...(fillMs < MIN_FILL_MS ? (['sent_too_fast'] as const) : []),
  ];
}

/** The known reasons in a header. Anything else in it is ignored. */
export function readSuspectHeader(header = ''): SuspectReason[] {
  const given = header.split(',').map((reason) => reason.trim());
  return SUSPECT_REASONS.filter((reason) => given.includes(reason));
}
