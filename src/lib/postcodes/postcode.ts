export type District = {
  /** The letters: `EH`. */
  area: string;
  /** What follows the letters: `6`, or `1A` in London. */
  number: string;
};

const FULL = /^([A-Z]{1,2})(\d[A-Z\d]?)(\d[A-Z]{2})$/;
const OUTWARD = /^([A-Z]{1,2})(\d[A-Z\d]?)$/;
const OUTWARD_THEN_SPACE = /^\W*([A-Z]{1,2})(\d[A-Z\d]?)\s+\d?[A-Z]{0,2}\W*$/;

/**
 * Returns the district of a postcode, also while it is being typed, once no further letter can change the district.
 * `EH6` alone has no district yet, because it may become `EH66QQ` or `EH61AA`. Case and spacing do not matter.
 *
 * @param isFinished whether the visitor has left the field
 * @returns undefined while the text is not (yet) a postcode
 */
export function districtOf(text: string, isFinished: boolean): District | undefined {
  const upper = text.toUpperCase();
  const compact = upper.replace(/[^A-Z\d]/g, '');
  const [, area, number] =
    FULL.exec(compact) ?? OUTWARD_THEN_SPACE.exec(upper) ?? (isFinished ? OUTWARD.exec(compact) : null) ?? [];
  return area && number ? { area, number } : undefined;
}
