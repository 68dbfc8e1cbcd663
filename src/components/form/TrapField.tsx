import { TRAP_FIELD } from '../../../supabase/functions/_shared/lead/suspicion.ts';

/**
 * A field for programs that fill in whatever they find: off the screen, out of the tab order and hidden
 * from screen readers. Somebody whose browser shows it all the same is told to leave it alone.
 */
export function TrapField() {
  return (
    <div aria-hidden="true" className="absolute -left-[999rem]">
      <label>
        Please leave this empty
        <input
          type="text"
          name={TRAP_FIELD}
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
