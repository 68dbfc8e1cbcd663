import { topOfScale } from './figures.ts';
import { shortDay } from './period.ts';

type Week = { week: string; leads: number; offered: number };

const TOP_EM = 1.4;
const PLOT_EM = 11;
const FOOT_EM = TOP_EM + PLOT_EM;
/** The width of the scale's numbers on the left, in per cent of the chart's width. */
const SCALE_PERCENT = 8;
/** The most dates below the columns; more would overlap on a phone. */
const MAX_DATES = 4;
/** If there are more columns than this, none has its number above it, because the numbers would overlap. */
const MAX_NUMBERED = 13;

/** A column chart of enquiries by week. The coloured part of each column shows the enquiries with an offer. */
export function WeekColumns({ weeks }: { weeks: readonly Week[] }) {
  const top = topOfScale(Math.max(...weeks.map(({ leads }) => leads)));
  const step = (100 - SCALE_PERCENT) / weeks.length;
  const columnWidth = Math.min(step * 0.68, 6);
  const datesEach = Math.ceil(weeks.length / MAX_DATES);
  const height = (count: number) => (count / top) * PLOT_EM;

  return (
    <svg
      role="img"
      aria-label="Columns: enquiries by week, and how many of them had an offer. The table below has the figures."
      className="chart"
      height={`${FOOT_EM + 1.8}em`}
    >
      {[0, 1, 2, 3, 4].map((quarter) => {
        const y = `${FOOT_EM - (quarter / 4) * PLOT_EM}em`;
        return (
          <g key={quarter}>
            <line className="stroke-line" x1={`${SCALE_PERCENT}%`} x2="100%" y1={y} y2={y} />
            <text className="fill-ink-soft" x={`${SCALE_PERCENT - 1.5}%`} y={y} dy="0.35em" textAnchor="end">
              {(top / 4) * quarter}
            </text>
          </g>
        );
      })}
      {weeks.map(({ week, leads, offered }, index) => {
        const middle = SCALE_PERCENT + step * (index + 0.5);
        const column = (count: number) => ({
          x: `${middle - columnWidth / 2}%`,
          width: `${columnWidth}%`,
          y: `${FOOT_EM - height(count)}em`,
          height: `${height(count)}em`,
        });
        return (
          <g key={week}>
            <rect className="fill-draw-granite stroke-edge" {...column(leads)} />
            <rect className="fill-action" {...column(offered)} />
            {weeks.length <= MAX_NUMBERED && leads > 0 && (
              <text
                className="fill-ink font-semibold"
                x={`${middle}%`}
                y={`${FOOT_EM - height(leads) - 0.35}em`}
                textAnchor="middle"
              >
                {leads}
              </text>
            )}
            {index % datesEach === 0 && (
              <text className="fill-ink-soft" x={`${middle}%`} y={`${FOOT_EM + 1.4}em`} textAnchor="middle">
                {shortDay(week)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
