import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/Button.tsx';
import type { useSharedDraft } from './use-shared-draft.ts';

/** Says that an offer was begun elsewhere, and lets the user choose between that version and their own. */
export function DraftNotice({ other, typedAt, takeOther, keepOwn }: ReturnType<typeof useSharedDraft>) {
  const nowMs = useNow();
  if (other === undefined) return null;
  const at = timeInWords(other.at, nowMs);
  const typed = typedAt();
  if (other.isChosen) {
    return (
      <p>
        <Button size="small" variant="plain" onClick={takeOther}>
          {other.by ? `Go back to what ${other.by} saved ${at}` : `Go back to what was typed here ${at}`}
        </Button>
      </p>
    );
  }
  return (
    <div role="status" className="notice grid justify-items-start gap-2">
      <p>
        <b>{`Begun by ${other.by}, ${at}, on another device or in another tab.`}</b>{' '}
        <span>{typed === undefined ? '' : `You last typed here ${timeInWords(typed, nowMs)}.`}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={takeOther}>
          Go on with it
        </Button>
        <Button size="small" variant="plain" onClick={keepOwn}>
          {typed === undefined ? 'Begin anew' : 'Keep what is typed here'}
        </Button>
      </div>
    </div>
  );
}
