export type District = {
  /** The letters: `EH`. */
  area: string;
  /** What follows them: `6`, or `1A` in London. */
  number: string;
};

const FULL = /^([A-Z]{1,2})(\d[A-Z\d]?)(\d[A-Z]{2})$/;
const OUTWARD = /^([A-Z]{1,2})(\d[A-Z\d]?)$/;
const OUTWARD_THEN_SPACE = /^\W*([A-Z]{1,2})(\d[A-Z\d]?)\s+\d?[A-Z]{0,2}\W*$/;

/**
 * Finds the district of a postcode while it is typed: as soon as no further letter can change it, so `EH6` alone has
 * none before it is finished, because it may become `EH66QQ` or `EH61AA`. Any case and spacing will do.
 *
 * @param isFinished whether the visitor has left the field
 * @returns undefined for what does not have a postcode's form (yet)
 */
export function districtOf(text: string, isFinished: boolean): District | undefined {
  const upper = text.toUpperCase();
  const compact = upper.replace(/[^A-Z\d]/g, '');
  const [, area, number] =
    FULL.exec(compact) ?? OUTWARD_THEN_SPACE.exec(upper) ?? (isFinished ? OUTWARD.exec(compact) : null) ?? [];
  return area && number ? { area, number } : undefined;
}
