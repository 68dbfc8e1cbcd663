import { saveFile } from '#src/lib/files/save-file.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/calls.ts';
import { Refusal } from '../api/refusal.ts';
import { lastWeeks, periodInWords, type Period } from '../funnel/period.ts';
import { PeriodForm } from '../funnel/PeriodForm.tsx';
import { londonDate } from '../lib/london.ts';

/** Without this mark, Excel does not read the file as UTF-8, and every £ and é is wrong. */
const BYTE_ORDER_MARK = '\uFEFF';

async function exportLeads(period: Period) {
  const days = { first_day: period.from, last_day: period.until };
  const { csv, rows, filename } = await call('export_csv', { ...days, request_id: crypto.randomUUID() });
  if (rows > 0) {
    const text = csv.startsWith(BYTE_ORDER_MARK) ? csv : BYTE_ORDER_MARK + csv;
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), filename);
  }
  return { rows, filename, period };
}

export function ExportLeads() {
  const [today] = useState(() => londonDate(Date.now()));
  const saving = useMutation({ mutationFn: exportLeads });
  const { data, error } = saving;
  return (
    <section>
      <h2 className="text-h3">Export leads</h2>
      <p>
        A CSV file for a spreadsheet. Every export is recorded for good: who made it, for which days, and how
        many rows it had. The file is yours to look after, and to delete.
      </p>
      <PeriodForm
        period={lastWeeks(4, today)}
        today={today}
        action={saving.isPending ? 'Exporting' : 'Export'}
        isBusy={saving.isPending}
        picksSubmit={false}
        submit={(period) => {
          if (!saving.isPending) saving.mutate(period);
        }}
      />
      <div role="status">
        {data && (
          <p className="notice">
            {data.rows === 0
              ? `No leads came from ${periodInWords(data.period)}, so there is no file.`
              : `${counted(data.rows, 'row', 'rows')} in ${data.filename}, from ${periodInWords(data.period)}. It is recorded.`}
          </p>
        )}
      </div>
      <div role="alert">{error && <p className="notice notice-danger">{explain(error)}</p>}</div>
    </section>
  );
}

const NUMBER = new Intl.NumberFormat('en-GB');

const counted = (count: number, one: string, many: string) =>
  `${NUMBER.format(count)} ${count === 1 ? one : many}`;

function explain(error: Error): string {
  if (error instanceof Refusal && error.hint === 'too_many') {
    return 'These days have more than 50,000 rows. Export them in parts: choose fewer days.';
  }
  return `Nothing was exported: ${error.message}`;
}
