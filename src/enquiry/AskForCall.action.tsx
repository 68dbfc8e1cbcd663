import { FieldError } from '../forms/core/FieldError.tsx';
import { SubmitButton } from '../forms/core/SubmitButton.tsx';
import { clock, dayInWords, scottishDate } from './times.ts';
import type { ActionProps, Enquiry, SellersAction } from './types.ts';
import { capitalised, isOver } from './words.ts';
import { WriteForm } from './WriteForm.tsx';

type Window = Enquiry['call_windows'][number];

/** The windows by day, in their order. */
function byDay(windows: readonly Window[]): Map<string, Window[]> {
  const days = new Map<string, Window[]>();
  for (const window of windows) {
    const day = scottishDate(window.from);
    days.set(day, [...(days.get(day) ?? []), window]);
  }
  return days;
}

/** Asks for a call in a window of the opening hours, or as soon as possible. */
function AskForCall({ enquiry: { call_windows, contact, do_not_call, now } }: ActionProps) {
  return (
    <>
      <p>
        {contact?.phone ? `We will ring you on ${contact.phone}.` : 'We do not have your phone number yet.'}
      </p>
      {do_not_call && <p>You asked us not to ring. If you choose a time here, we will ring you this once.</p>}
      <WriteForm
        name="ask_for_call"
        label="Ask us to ring you"
        fields={['starts_at']}
        argsOf={({ starts_at = '' }) => ({ starts_at: starts_at || undefined })}
        done="We have noted it. The time is at the top of this page."
        buttons={(isSending) => (
          <SubmitButton submitting={isSending} label="Ask for this call" busyLabel="Sending..." />
        )}
      >
        {(field) => {
          const { id, name, error, defaultValue } = field('starts_at');
          return (
            <div>
              <label htmlFor={id} className="block font-semibold">
                When would suit you?
              </label>
              <select
                id={id}
                name={name}
                defaultValue={defaultValue}
                className="text-box min-h-12"
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
              >
                <option value="">As soon as you can</option>
                {[...byDay(call_windows)].map(([day, windows]) => (
                  <optgroup
                    key={day}
                    label={capitalised(dayInWords(windows[0]?.from ?? day, now).replace(/^on /, ''))}
                  >
                    {windows.map(({ from, to }) => (
                      <option key={from} value={from}>
                        {`${capitalised(dayInWords(from, now).replace(/^on /, ''))}, ${clock(from)} to ${clock(to)}`}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
              <FieldError fieldId={id} name={name} message={error} />
            </div>
          );
        }}
      </WriteForm>
    </>
  );
}

export const action: SellersAction = {
  place: 20,
  title: 'Ask us to ring you',
  name: 'ask_for_call',
  isOffered: (enquiry) => !isOver(enquiry),
  Form: AskForCall,
};
