import { Bungalow } from '../buildings.tsx';

type Props = {
  label: string;
  stages: readonly string[];
  /**
   * A gate across the road, which marks a legal limit ("Bound from here on"): the stage after which it is drawn, and
   * the text beside it.
   */
  gate: { stage: string; text: string };
};

/** One em of the text beside the drawing is 16 of the drawing's units. */
const UNITS_PER_EM = 16;
const HEAD = 76;
const STEP = 54;
const ROAD = 104;

const placeOf = (index: number) => ({ x: index % 2 === 0 ? 34 : 68, y: HEAD + index * STEP });

/** The path of a curved road through all stops. */
function roadThrough(count: number): string {
  const bends = Array.from({ length: count }, (_, index) => {
    const { x, y } = placeOf(index);
    return index === 0 ? `C52 ${y - 12} ${x} ${y - 18} ${x} ${y}` : `S${x} ${y - STEP / 2} ${x} ${y}`;
  });
  return `M52 50${bends.join('')}`;
}

/**
 * The stages of a sale as stops on a road that begins at a house, with a gate after one of them. The road has the same
 * width on every screen, so that the chart fits a phone.
 */
export function Route({ label, stages, gate }: Props) {
  const gateIndex = stages.indexOf(gate.stage);
  const height = HEAD + (stages.length - 1) * STEP + 20;
  const em = (units: number) => `${units / UNITS_PER_EM}em`;
  const gateY = placeOf(gateIndex).y + STEP / 2;
  return (
    <svg role="img" aria-label={label} className="block w-full text-small" height={em(height)}>
      <svg width={em(ROAD)} height={em(height)} viewBox={`0 0 ${ROAD} ${height}`}>
        <path
          className="fill-none stroke-draw-ground"
          strokeWidth="14"
          strokeLinecap="round"
          d={roadThrough(stages.length)}
        />
        <Bungalow x={14} y={52} scale={0.48} />
        <path
          className="fill-accent"
          d={`M22 ${gateY - 3}h64v6H22zM20 ${gateY - 12}h5v24h-5zM83 ${gateY - 12}h5v24h-5z`}
        />
        {stages.map((stage, index) => {
          const { x, y } = placeOf(index);
          return (
            <g key={stage}>
              <circle className={index > gateIndex ? 'fill-action' : 'fill-ink-soft'} cx={x} cy={y} r="13" />
              <text className="fill-paper font-bold" fontSize="15" x={x} y={y + 5} textAnchor="middle">
                {index + 1}
              </text>
            </g>
          );
        })}
      </svg>
      {stages.map((stage, index) => (
        <text
          key={stage}
          className="fill-current font-semibold"
          x={em(ROAD + 6)}
          y={em(placeOf(index).y + 5)}
        >
          {stage.replace(/^\d+\. /, '')}
        </text>
      ))}
      <text className="fill-accent" x={em(ROAD + 6)} y={em(gateY + 5)}>
        {gate.text}
      </text>
    </svg>
  );
}
