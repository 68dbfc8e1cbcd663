import type { Lead } from '../api/types.ts';
import { Button } from '../ui/Button.tsx';
import { toasts } from '../ui/toasts.ts';
import { baseOf } from '../changes/base.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { suspicion } from '../ui/words.ts';

/** For a lead that is marked as possible spam: says why, with a button to remove this mark. */
export function Suspicion({ lead }: { lead: Lead }) {
  const write = useChange('trust', `${lead.id}.trust`, '“not spam”', () =>
    toasts.add({ title: 'Not spam. It is back with the other leads.' }),
  );
  if (!lead.is_suspect) return null;
  return (
    <section className="notice notice-danger grid gap-3" aria-label="Possible spam">
      <p>
        <b>This may be spam.</b> <span>{suspicion(lead.suspect_reasons)}</span> It will be deleted sooner than
        other leads, unless you press “Not spam”.
      </p>
      <ChangeState change={write.change} />
      <Button
        className="justify-self-start"
        aria-disabled={write.isSending}
        onClick={() => write.submit({ lead_id: lead.id }, baseOf(lead))}
      >
        Not spam
      </Button>
    </section>
  );
}
