import { Fragment } from 'react';

type Bar = {
  name: string;
  /** The figure as it is printed. */
  text: string;
  value: number;
  /** The total of which the value is a part. The rest of it is drawn pale. */
  whole?: number;
  /** Whether the bar is about a sale to us. It then has the colour of our buttons. */
  isOurs?: boolean;
};

type Props = { label: string; bars: readonly Bar[] };

/** The height of a bar with its label, and of the bar alone. */
const ROW_EM = 3.5;
const BAR_EM = 1.25;

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
      {bars.map(({ name, text, value, whole, isOurs }, index) => (
        <Fragment key={name}>
          <text className="fill-current" y={`${index * ROW_EM + 1}em`}>
            {name}
          </text>
          <text
            className="fill-current font-semibold"
            x="100%"
            y={`${index * ROW_EM + 1}em`}
            textAnchor="end"
          >
            {text}
          </text>
          {whole !== undefined && (
            <rect
              className="fill-draw-ground"
              y={`${index * ROW_EM + 1.5}em`}
              width={percent(whole)}
              height={`${BAR_EM}em`}
            />
          )}
          <rect
            className={isOurs ? 'fill-action' : 'fill-accent'}
            y={`${index * ROW_EM + 1.5}em`}
            width={percent(value)}
            height={`${BAR_EM}em`}
          />
        </Fragment>
      ))}
    </svg>
  );
}
