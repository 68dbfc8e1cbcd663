import type { Days } from '#src/lib/html-table.ts';

type Line = {
  name: string;
  days: Days;
  /** The first part of the time: finding a buyer. */
  search?: { name: string; days: Days };
  isOurs?: boolean;
  claimId?: string;
};

type Props = { label: string; lines: readonly Line[] };

const ROW_EM = 5.25;
const BAR = { y: '1.5em', height: '1.5em' };
const TICK_DAYS = 30;

/** The duration of sales on one scale of days. The shortest duration is solid, the rest of the range pale. */
export function TimeLines({ label, lines }: Props) {
  const longest = Math.max(...lines.map(({ days }) => days.most));
  const percent = (days: number) => `${((days / longest) * 100).toFixed(1)}%`;
  const ticks = Array.from({ length: Math.floor(longest / TICK_DAYS) + 1 }, (_, index) => index * TICK_DAYS);
  const foot = lines.length * ROW_EM;
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
      {lines.map((line, index) => (
        <svg key={line.name} y={`${index * ROW_EM}em`} className="overflow-visible">
          <text className="fill-current" y="1em">
            {line.name}
          </text>
          <text
            className="fill-current font-semibold"
            x="100%"
            y="1em"
            textAnchor="end"
            data-claim={line.claimId}
          >
            {line.days.text}
          </text>
          <g className={line.isOurs ? 'fill-action' : 'fill-accent'}>
            <rect {...BAR} width={percent(line.days.most)} opacity=".4" />
            <rect {...BAR} width={percent(line.days.least)} />
          </g>
          {line.search && (
            <>
              <rect className="fill-draw-blonde" {...BAR} width={percent(line.search.days.least)} />
              <text className="fill-ink-soft" y="4.1em">
                {`${line.search.name}: ${line.search.days.text}`}
              </text>
            </>
          )}
        </svg>
      ))}
    </svg>
  );
}
