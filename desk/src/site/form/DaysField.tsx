import { useId, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import type { TextProps } from './field-props.ts';
import { problemOfDays, readDays, writeDays, type Days } from './days.ts';

/** Days of the calendar, such as "2026-12-24, 2026-12-29 to 2026-12-31": single ones, or from one day to another. */
export function DaysField({ label, hint, error, value, onText }: TextProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const all = readDays(value);
  if (all === undefined) return <TextField {...{ label, hint, error, value, onText }} />;
  const write = (next: readonly Days[]) => onText(writeDays(next));
  const hasOwnProblem = all.some((days) => problemOfDays(days) !== undefined);
  return (
    <fieldset ref={group} className="group" aria-describedby={hint === undefined ? undefined : `${id}-hint`}>
      <legend className="label">{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {all.length === 0 && <p className="text-ink-soft">None.</p>}
      {all.map(({ first, last }, index) => {
        const problem = problemOfDays({ first, last });
        const set = (part: Partial<Days>) => write(all.with(index, { first, last, ...part }));
        return (
          <div key={index} role="group" aria-label={`${label}, ${index + 1}`} className="day-row">
            <div className="flex flex-wrap items-end gap-2">
              <label>
                <span className="text-small">First day</span>
                <input
                  type="date"
                  className="text-box w-44"
                  value={first}
                  onChange={({ target }) => set({ first: target.value })}
                />
              </label>
              <label>
                <span className="text-small">Last day, if there are several</span>
                <input
                  type="date"
                  className="text-box w-44"
                  min={first}
                  value={last}
                  onChange={({ target }) => set({ last: target.value })}
                />
              </label>
              <Button
                variant="plain"
                size="small"
                onClick={() => {
                  write(all.toSpliced(index, 1));
                  group.current?.querySelector<HTMLElement>('[data-add]')?.focus();
                }}
              >
                Remove<span className="sr-only">{` ${label}, ${index + 1}`}</span>
              </Button>
            </div>
            {problem !== undefined && <p className="field-error">{problem}</p>}
          </div>
        );
      })}
      {error !== undefined && !hasOwnProblem && <p className="field-error">{error}</p>}
      <Button
        size="small"
        data-add=""
        className="justify-self-start"
        onClick={() => {
          write([...all, { first: '', last: '' }]);
          requestAnimationFrame(() => {
            group.current?.querySelector<HTMLElement>('.day-row:last-of-type input')?.focus();
          });
        }}
      >
        Add a day or several
      </Button>
    </fieldset>
  );
}
