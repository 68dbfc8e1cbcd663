import { percentOf, STEPS, type Counts } from './figures.ts';

const ROW_EM = 3.1;
const BAR = { y: '1.55em', height: '1em' };

export function StepBars({ counts }: { counts: Counts }) {
  const width = (value: number) => `${counts.leads === 0 ? 0 : (value / counts.leads) * 100}%`;
  return (
    <svg
      role="img"
      aria-label="Bars: how many enquiries came as far as each step. The table of weeks has the same figures."
      className="chart"
      height={`${STEPS.length * ROW_EM}em`}
    >
      {STEPS.map(([step, name], index) => (
        <svg key={step} y={`${index * ROW_EM}em`} className="overflow-visible">
          <text className="fill-ink" y="1em">
            {name}
          </text>
          <text className="fill-ink font-semibold" x="100%" y="1em" textAnchor="end">
            {step !== 'leads' && counts.leads > 0
              ? `${counts[step]} (${percentOf(counts[step], counts.leads)})`
              : counts[step]}
          </text>
          <rect className="fill-wash" {...BAR} width="100%" />
          <rect className="fill-action" {...BAR} width={width(counts[step])} />
        </svg>
      ))}
    </svg>
  );
}
