import { useId, useState } from 'react';
import { lastWeeks, problemOf, thisYear, type Period } from './period.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';

type Props = {
  period: Period;
  today: string;
  action: string;
  isBusy?: boolean;
  /** Whether a press of a button such as "4 weeks" also submits the form, or only fills in its dates. */
  picksSubmit?: boolean;
  submit: (period: Period) => void;
};

/** Asks for a first and a last day, with buttons for the usual periods. */
export function PeriodForm({ period, today, action, isBusy = false, picksSubmit = true, submit }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(period);
  const [problem, setProblem] = useState<string>();
  const usual = [
    ['4 weeks', lastWeeks(4, today)],
    ['12 weeks', lastWeeks(12, today)],
    ['This year', thisYear(today)],
  ] as const;

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = problemOf(typed);
        setProblem(wrong);
        if (wrong === undefined) submit(typed);
      }}
    >
      <div className="flex flex-wrap gap-2" role="group" aria-label="Usual dates">
        {usual.map(([name, dates]) => (
          <button
            key={name}
            type="button"
            className="button button-small pick"
            aria-pressed={dates.from === typed.from && dates.until === typed.until}
            onClick={() => {
              setTyped(dates);
              setProblem(undefined);
              if (picksSubmit) submit(dates);
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        {(['from', 'until'] as const).map((end) => (
          <TextField
            key={end}
            label={end === 'from' ? 'First day' : 'Last day'}
            type="date"
            className="text-box w-auto"
            value={typed[end]}
            max={today}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-error`}
            onText={(day) => setTyped({ ...typed, [end]: day })}
          />
        ))}
        <Button type="submit" aria-disabled={isBusy}>
          {action}
        </Button>
      </div>
      <p id={`${id}-error`} role="alert" className="field-error empty:hidden">
        {problem}
      </p>
    </form>
  );
}
