import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { recordInWords } from '#src/lib/record-words.ts';
import { funnelQuery } from '../api/queries.ts';
import type { Funnel } from '../api/types.ts';
import { londonDate } from '../lib/london.ts';
import { Button } from '../ui/Button.tsx';
import { useTitle } from '../ui/title.ts';
import { pageName } from '../ui/words.ts';
import { hoursAndMinutes, percentOf, total, withEmptyWeeks } from './figures.ts';
import { FunnelTable } from './FunnelTable.tsx';
import { SourceBars } from './SourceBars.tsx';
import { lastWeeks, mondayOf, periodInWords, shortDay, type Period } from './period.ts';
import { PeriodForm } from './PeriodForm.tsx';
import { StepBars } from './StepBars.tsx';
import { WeekColumns } from './WeekColumns.tsx';

/** Statistics of a period's enquiries: how far they came towards a sale, how soon the firm called, their sources. */
export function FunnelPage() {
  const [today] = useState(() => londonDate(Date.now()));
  const [period, setPeriod] = useState(() => lastWeeks(12, today));
  useTitle('Funnel');
  const funnel = useQuery({ ...funnelQuery(period.from, period.until), placeholderData: keepPreviousData });

  return (
    <div className="page">
      <h1 className="text-h2">Funnel</h1>
      <div className="print:hidden">
        <PeriodForm
          period={period}
          today={today}
          action="Show"
          isBusy={funnel.isFetching}
          submit={setPeriod}
        />
      </div>
      <p role="status" className="text-lead">
        {funnel.isFetching ? 'Counting' : periodInWords(period)}
      </p>
      {funnel.error && (
        <div className="notice notice-danger grid justify-items-start gap-3" role="alert">
          <p>{`The figures could not be loaded: ${funnel.error.message}`}</p>
          <Button size="small" onClick={() => void funnel.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {funnel.data && (
        <>
          <Figures funnel={funnel.data} />
          <section>
            <h2 className="text-h3">Our record of offers</h2>
            <p>{recordInWords(funnel.data.record)}</p>
            <p className="hint">
              Every visitor reads this on our home page. Nobody can edit it: it is counted from the offers
              that sellers could read. Our terms say what counts.
            </p>
          </section>
        </>
      )}
    </div>
  );
}

function Figures({ funnel }: { funnel: Funnel & { period: Period } }) {
  const { pages, campaigns, period, first_contact: contact } = funnel;
  const weeks = withEmptyWeeks(funnel.weeks, mondayOf(period.from), period.until);
  const sum = total(weeks);
  if (sum.leads === 0) {
    return <p className="notice">No enquiries came on these days. Choose other dates above.</p>;
  }
  const pageRows = byLeads(pages.map((counts) => ({ name: pageName(counts.page), counts })));
  const campaignRows = byLeads(
    campaigns.map((counts) => ({ name: campaignName(counts.source, counts.campaign), counts })),
  );
  return (
    <>
      <section>
        <h2 className="text-h3">How far they came</h2>
        <p className="hint">
          Without spam, duplicates, imported leads, and enquiries that look as if a program had sent them.
        </p>
        <StepBars counts={sum} />
      </section>
      <section>
        <h2 className="text-h3">How soon we called</h2>
        <p className="hint">In opening hours: nights and closed days do not count.</p>
        <dl className="key-figures">
          <KeyFigure name="Of those reached, half within" value={duration(contact.median_minutes)} />
          <KeyFigure name="Of those reached, nine in ten within" value={duration(contact.p90_minutes)} />
          <KeyFigure
            name="Promises broken"
            value={`${contact.breaches} of ${sum.leads}${contact.breaches > 0 ? ` (${percentOf(contact.breaches, sum.leads)})` : ''}`}
            isBad={contact.breaches > 0}
          />
        </dl>
        <p className="hint">
          <span>{`${contact.count} of ${sum.leads}`}</span> were reached: we spoke, or sent them a message.
          The first two figures are the median and the 90th percentile of those. A promise is broken if they
          did not hear from us by the time we gave them. A call that nobody answers does not count.
        </p>
      </section>
      <Chart title="By week">
        <WeekColumns weeks={weeks} />
        <FunnelTable
          caption="Enquiries by week"
          head="Week from"
          rows={weeks.map((counts) => ({ name: shortDay(counts.week), counts }))}
          sum={sum}
        />
      </Chart>
      <Chart title="By page">
        <SourceBars
          label="Bars: enquiries by the page that they were sent from. The table has the figures."
          bars={barsOf(pageRows)}
        />
        <FunnelTable caption="Enquiries by page" head="Page" rows={pageRows} />
      </Chart>
      <Chart title="By campaign">
        <SourceBars
          label="Bars: enquiries by campaign. The table has the figures."
          bars={barsOf(campaignRows)}
        />
        <FunnelTable caption="Enquiries by campaign" head="Campaign" rows={campaignRows} />
      </Chart>
    </>
  );
}

type Row = { name: string; counts: ReturnType<typeof total> };

const byLeads = (rows: Row[]) => rows.toSorted((a, b) => b.counts.leads - a.counts.leads);

const barsOf = (rows: readonly Row[]) =>
  rows.map(({ name, counts: { leads, offered } }) => ({ name, leads, offered }));

const campaignName = (source: string | null, campaign: string | null) =>
  [source, campaign].filter((part) => part !== null && part !== '').join(', ') || 'No campaign';

const duration = (minutes: number | null) => (minutes === null ? 'Nobody yet' : hoursAndMinutes(minutes));

function KeyFigure({ name, value, isBad = false }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'text-danger' : undefined}>{value}</dd>
    </div>
  );
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-h3">{title}</h2>
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-small">
        <span className="inline-flex items-center gap-2">
          <span className="legend-swatch border border-edge bg-draw-granite" /> Enquiries
        </span>
        <span className="inline-flex items-center gap-2">
          <span className="legend-swatch bg-action" /> of them with an offer
        </span>
      </p>
      {children}
    </section>
  );
}
