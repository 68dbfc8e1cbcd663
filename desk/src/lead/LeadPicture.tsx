import type { PROPERTY_TYPES } from '#lead/valuation.ts';
import { BuildingPicture } from '#src/components/illustrations/BuildingPicture.tsx';

type PropertyType = (typeof PROPERTY_TYPES)[number];

// The schema that lists them would bring its whole library along.
const PICTURED: Record<PropertyType, true> = {
  detached: true,
  'semi-detached': true,
  terraced: true,
  flat: true,
  bungalow: true,
};

const isPictured = (type: string | null): type is PropertyType => type !== null && type in PICTURED;

/** The kind of house, where we know it. */
export function LeadPicture({ type }: { type: string | null }) {
  if (!isPictured(type)) return null;
  return (
    <div className="lead-picture">
      <BuildingPicture type={type} />
    </div>
  );
}
