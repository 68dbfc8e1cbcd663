type Bar = { name: string; leads: number; offered: number };

const ROW_EM = 3.1;
const BAR = { y: '1.55em', height: '1em' };
/** The chart shows no more bars than this. The table below it has all pages or campaigns. */
const MAX_BARS = 8;

type Props = { label: string; bars: readonly Bar[] };

/** A bar chart of enquiries by page or campaign. The coloured part of each bar shows the enquiries with an offer. */
export function SourceBars({ label, bars }: Props) {
  const shown = bars.slice(0, MAX_BARS);
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
