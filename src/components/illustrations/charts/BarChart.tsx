type Bar = {
  name: string;
  /** The figure as the chart shows it. */
  text: string;
  value: number;
  /** The total of which the value is a part. The rest of the total is drawn pale. */
  whole?: number;
  /** The value at which a thin vertical line crosses the bar. */
  mark?: number;
  /** Whether the bar is about a sale to us. It then has the colour of our buttons. */
  isOurs?: boolean;
};

type Props = { label: string; bars: readonly Bar[] };

const ROW_EM = 3.5;
const BAR = { y: '1.5em', height: '1.25em' };

/**
 * A bar chart, each bar below its label and figure. Widths are in percent and heights in em, so that it fits both a
 * phone and a wide screen.
 */
export function BarChart({ label, bars }: Props) {
  const longest = Math.max(...bars.map(({ value, whole = value }) => whole));
  const percent = (value: number) => `${((value / longest) * 100).toFixed(1)}%`;
  return (
    <svg
      role="img"
      aria-label={label}
      className="block w-full overflow-visible text-small"
      height={`${bars.length * ROW_EM}em`}
    >
      {bars.map(({ name, text, value, whole, mark, isOurs }, index) => (
        <svg key={name} y={`${index * ROW_EM}em`} className="overflow-visible">
          <text className="fill-current" y="1em">
            {name}
          </text>
          <text className="fill-current font-semibold" x="100%" y="1em" textAnchor="end">
            {text}
          </text>
          {whole !== undefined && <rect className="fill-draw-ground" {...BAR} width={percent(whole)} />}
          <rect className={isOurs ? 'fill-action' : 'fill-accent'} {...BAR} width={percent(value)} />
          {mark !== undefined && <rect className="fill-current" {...BAR} x={percent(mark)} width="3" />}
        </svg>
      ))}
    </svg>
  );
}
