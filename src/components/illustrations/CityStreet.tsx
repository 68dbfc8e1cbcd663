import type { Building } from '../../schemas/city.ts';
import { chosenByName } from '#src/lib/chosen-by-name.ts';
import { Bungalow, Semi, Tenement, Terrace, Villa } from './buildings.tsx';
import { Shapes } from './Shapes.tsx';

const DRAWINGS: Record<Building, { Drawing: typeof Villa; width: number; height: number }> = {
  tenement: { Drawing: Tenement, width: 128, height: 223 },
  terrace: { Drawing: Terrace, width: 176, height: 158 },
  semi: { Drawing: Semi, width: 150, height: 136 },
  bungalow: { Drawing: Bungalow, width: 154, height: 104 },
  villa: { Drawing: Villa, width: 154, height: 158 },
};

/** The gap between buildings of different kinds. Two of the same kind share a wall. */
const GAP = 26;
/** The room above the tallest building. */
const SKY = 66;

/** Places the buildings side by side and computes the size of the street. */
function layOut(buildings: readonly Building[]) {
  let end = 0;
  const places = buildings.map((building, index) => {
    const start = index === 0 || buildings[index - 1] === building ? end : end + GAP;
    const { Drawing, width } = DRAWINGS[building];
    end = start + width;
    return { Drawing, start };
  });
  const tallest = Math.max(...buildings.map((building) => DRAWINGS[building].height));
  return { places, width: end, height: tallest + SKY };
}

/** Streets as they stand in Scottish towns. No two neighbours of different kinds are of the same height. */
const STREETS: readonly [Building[], ...Building[][]] = [
  ['tenement', 'tenement', 'semi', 'villa'],
  ['terrace', 'terrace', 'tenement', 'bungalow'],
  ['semi', 'tenement', 'tenement', 'bungalow'],
  ['villa', 'tenement', 'terrace', 'terrace'],
  ['bungalow', 'terrace', 'terrace', 'tenement'],
  ['tenement', 'terrace', 'terrace', 'semi'],
];

type Props = {
  city: string;
  /** From left to right. Without them, the name of the city chooses a street. */
  buildings?: readonly Building[] | undefined;
  className?: string;
};

/**
 * A street of a city's typical homes, in front of hills. The page draws the ground. Screen readers skip the drawing,
 * because the text beside it names the city.
 */
export function CityStreet({ city, buildings = chosenByName(city, STREETS), className = '' }: Props) {
  const { places, width, height } = layOut(buildings);
  return (
    <svg
      viewBox={`${-GAP} ${-height} ${width + 2 * GAP} ${height}`}
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
      className={className}
    >
      <Shapes>{`
        fill-draw-hill-far M-600 0v-150l160-40 200 70 160-84 200 90 130-70
        l160 80 170-70 160 60 220-70 300 90V0
        fill-draw-hill M-600 0v-60l260-50 260 50 220-50 260 56 240-50 300 52 260-30V0
      `}</Shapes>
      {places.map(({ Drawing, start }) => (
        <Drawing key={start} x={start} />
      ))}
    </svg>
  );
}
