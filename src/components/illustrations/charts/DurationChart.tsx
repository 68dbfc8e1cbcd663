import type { Days } from '#src/lib/html-table.ts';

type Bar = {
  name: string;
  days: Days;
  /** The time to find a buyer, with which the sale begins. It has a colour of its own in the bar. */
  search?: { name: string; days: Days };
  isOurs?: boolean;
  claimId?: string;
};

type Props = { label: string; bars: readonly Bar[] };

const ROW_EM = 5.25;
const BAR = { y: '1.5em', height: '1.5em' };
const TICK_DAYS = 30;

/**
 * A bar chart of how long sales take, on one scale of days. A bar is solid up to the shortest duration and pale up to
 * the longest.
 */
export function DurationChart({ label, bars }: Props) {
  const longest = Math.max(...bars.map(({ days }) => days.most));
  const percent = (days: number) => `${((days / longest) * 100).toFixed(1)}%`;
  const ticks = Array.from({ length: Math.floor(longest / TICK_DAYS) + 1 }, (_, index) => index * TICK_DAYS);
  const foot = bars.length * ROW_EM;
  return (
    <svg
      role="img"
      aria-label={label}
      className="block w-full overflow-visible text-small"
      height={`${foot + 1.5}em`}
    >
      {ticks.map((day) => (
        <g key={day}>
          <line
            className="stroke-line"
            x1={percent(day)}
            x2={percent(day)}
            y1="1.5em"
            y2={`${foot}em`}
            strokeDasharray="2 4"
          />
          <text
            className="fill-ink-soft"
            x={percent(day)}
            y={`${foot + 1.25}em`}
            textAnchor={day === 0 ? 'start' : day === longest ? 'end' : 'middle'}
          >
            {day === 0 ? 'Day 0' : day}
          </text>
        </g>
      ))}
      {bars.map((bar, index) => (
        <svg key={bar.name} y={`${index * ROW_EM}em`} className="overflow-visible">
          <text className="fill-current" y="1em">
            {bar.name}
          </text>
          <text
            className="fill-current font-semibold"
            x="100%"
            y="1em"
            textAnchor="end"
            data-claim={bar.claimId}
          >
            {bar.days.text}
          </text>
          <g className={bar.isOurs ? 'fill-action' : 'fill-accent'}>
            <rect {...BAR} width={percent(bar.days.most)} opacity=".4" />
            <rect {...BAR} width={percent(bar.days.least)} />
          </g>
          {bar.search && (
            <>
              <rect className="fill-draw-blonde" {...BAR} width={percent(bar.search.days.least)} />
              <text className="fill-ink-soft" y="4.1em">
                {`${bar.search.name}: ${bar.search.days.text}`}
              </text>
            </>
          )}
        </svg>
      ))}
    </svg>
  );
}
