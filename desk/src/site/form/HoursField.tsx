import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import type { TextProps } from './field-props.ts';
import { problemOfDay, readWeek, WEEKDAYS, writeWeek, type Period } from './hours.ts';

const NEW_DAY: Period = { opens: '09:00', closes: '17:00' };
const isSame = (one: readonly Period[], other: readonly Period[]) =>
  JSON.stringify(one) === JSON.stringify(other);
const SECOND: Period = { opens: '', closes: '' };

/** The opening hours, such as "Mon–Fri 09:00–18:00, Sat 09:00–14:00": for each day, closed, or one or two times. */
export function HoursField({ label, hint, error, value, onText }: TextProps) {
  const week = readWeek(value);
  if (week === undefined) return <TextField {...{ label, hint, error, value, onText }} />;
  const write = (day: number, periods: readonly Period[]) => onText(writeWeek(week.with(day, periods)));
  const hasOwnProblem = week.some((periods) => problemOfDay(periods) !== undefined);
  return (
    // The hint says how to write the hours, which nobody has to do here.
    <fieldset className="group">
      <legend className="label">{label}</legend>
      {week.map((periods, day) => {
        const name = WEEKDAYS[day] ?? '';
        const before = week[day - 1];
        const problem = problemOfDay(periods);
        const set = (index: number, part: Partial<Period>) =>
          write(
            day,
            periods.map((period, place) => (place === index ? { ...period, ...part } : period)),
          );
        return (
          <div key={name} role="group" aria-label={name} className="day-row">
            <label className="check w-36">
              <input
                type="checkbox"
                checked={periods.length > 0}
                onChange={({ target }) =>
                  write(day, target.checked ? (before?.length ? before : [NEW_DAY]) : [])
                }
              />
              <span>{name}</span>
            </label>
            {periods.length === 0 && <p className="min-h-11 content-center text-ink-soft">Closed</p>}
            <div className="grid gap-2 empty:hidden">
              {periods.map(({ opens, closes }, index) => (
                <div key={index} className="flex items-center gap-2">
                  <TimeBox
                    label={`${index === 0 ? 'Opens' : 'Opens again'} on ${name}`}
                    value={opens}
                    onText={(text) => set(index, { opens: text })}
                  />
                  <span>to</span>
                  <TimeBox
                    label={`Closes on ${name}`}
                    value={closes}
                    onText={(text) => set(index, { closes: text })}
                  />
                </div>
              ))}
            </div>
            {periods.length > 0 && (
              <Button
                variant="plain"
                size="small"
                onClick={() => write(day, periods.length > 1 ? periods.slice(0, 1) : [...periods, SECOND])}
              >
                <span>{periods.length > 1 ? 'No break' : 'Add a break'}</span>
                <span className="sr-only">{` on ${name}`}</span>
              </Button>
            )}
            {day === 0 && !week.slice(1, 5).every((other) => isSame(other, periods)) && (
              <Button
                variant="plain"
                size="small"
                className="-ml-3"
                onClick={() => onText(writeWeek(week.map((own, place) => (place < 5 ? periods : own))))}
              >
                Same from Monday to Friday
              </Button>
            )}
            {problem !== undefined && <p className="field-error w-full">{problem}</p>}
          </div>
        );
      })}
      {error !== undefined && !hasOwnProblem && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

type TimeProps = { label: string; value: string; onText: (text: string) => void };

const TimeBox = ({ label, value, onText }: TimeProps) => (
  <input
    type="time"
    aria-label={label}
    className="text-box mt-0 w-36 min-w-0"
    value={value}
    onChange={({ target }) => onText(target.value)}
  />
);
