type Bar = { name: string; leads: number; offered: number };

const ROW_EM = 3.1;
const BAR = { y: '1.55em', height: '1em' };
/** Below these, a bar says little. The table has all. */
const MOST = 8;

type Props = { label: string; bars: readonly Bar[] };

/** Enquiries by where they came from, most first. The solid part of each bar had an offer. */
export function PartBars({ label, bars }: Props) {
  const shown = bars.slice(0, MOST);
  const longest = Math.max(1, ...shown.map(({ leads }) => leads));
  const width = (value: number) => `${(value / longest) * 100}%`;
  return (
    <svg role="img" aria-label={label} className="chart" height={`${shown.length * ROW_EM}em`}>
      {shown.map(({ name, leads, offered }, index) => (
        <svg key={index} y={`${index * ROW_EM}em`} className="overflow-visible">
          <text className="fill-ink" y="1em">
            {name.length > 38 ? `${name.slice(0, 37)}…` : name}
          </text>
          <text className="fill-ink font-semibold" x="100%" y="1em" textAnchor="end">
            {leads}
          </text>
          <rect className="fill-draw-granite stroke-edge" {...BAR} width={width(leads)} />
          <rect className="fill-action" {...BAR} width={width(offered)} />
        </svg>
      ))}
    </svg>
  );
}
