import { clockTime } from '../lib/london.ts';
import type { SaveState } from './use-document.ts';

type Props = {
  state: SaveState;
  message: string | undefined;
  /** When the change was saved last; undefined if there is none. */
  savedAt: string | undefined;
};

const UNSAVED: Partial<Record<SaveState, (message: string) => string>> = {
  kept: () => 'Kept on this device. It is saved as soon as the desk answers.',
  refused: (message) => `Not saved, but kept on this device. ${message}`,
  conflict: () => 'Not saved: somebody else has changed this.',
};

/** Says whether what was typed is saved. Screen readers hear of it only if it is not: it is saved after every pause. */
export function SaveStatus({ state, message, savedAt }: Props) {
  const isStored = state === 'saved' || state === 'saving';
  return (
    <>
      {isStored && (
        <p className="text-small">
          {state === 'saving'
            ? 'Saving'
            : savedAt === undefined
              ? 'Nothing changed'
              : `Saved ${clockTime(savedAt)}, not published`}
        </p>
      )}
      <p role="status" className="text-small font-semibold text-danger empty:hidden">
        {UNSAVED[state]?.(message ?? '')}
      </p>
    </>
  );
}
