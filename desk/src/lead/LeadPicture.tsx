import type { PROPERTY_TYPES } from '#lead/valuation.ts';
import { PropertyTypePicture } from '#src/components/illustrations/PropertyTypePicture.tsx';

type PropertyType = (typeof PROPERTY_TYPES)[number];

// A copy of the list PROPERTY_TYPES, because importing that would add Zod to the bundle. The type keeps both equal.
const PICTURED: Record<PropertyType, true> = {
  detached: true,
  'semi-detached': true,
  terraced: true,
  flat: true,
  bungalow: true,
};

const isPictured = (type: string | null): type is PropertyType => type !== null && type in PICTURED;

/** A picture of the type of property, if it is known. */
export function LeadPicture({ type }: { type: string | null }) {
  if (!isPictured(type)) return null;
  return (
    <div className="w-20 shrink-0 overflow-hidden rounded-card sm:w-36">
      <PropertyTypePicture type={type} />
    </div>
  );
}
