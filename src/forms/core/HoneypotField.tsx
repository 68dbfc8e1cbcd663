import { HONEYPOT_FIELD } from '#lead/suspicion.ts';

/**
 * A field that catches spam: bots fill it in. People do not, because the field is off screen, not in the tab order and
 * hidden from screen readers. Its label is for the rare browser that shows it.
 */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="absolute -left-[999rem]">
      <label>
        Please leave this empty
        <input
          type="text"
          name={HONEYPOT_FIELD}
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore=""
          data-bwignore=""
          data-lpignore="true"
        />
      </label>
    </div>
  );
}
