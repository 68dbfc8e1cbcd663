import { useState } from 'react';
import { trust } from '../api/calls.ts';
import type { Lead } from '../api/types.ts';
import { toasts } from '../app/toasts.ts';
import { suspicion } from '../lib/words.ts';
import { useWrite } from './use-write.ts';
import { WriteState } from './WriteState.tsx';

/** Why a lead stands apart, and the button that takes it back. */
export function Suspicion({ lead }: { lead: Lead }) {
  const [base] = useState(lead);
  const write = useWrite<{ lead_id: string; version?: number }>(`${lead.id}.trust`, trust, () => {
    toasts.add({ title: 'Not spam: it is among the others now' });
  });
  if (!lead.is_suspect) return null;
  return (
    <section className="notice notice-danger grid gap-3" aria-label="Suspect">
      <p>
        <b>This may be spam.</b> {suspicion(lead.suspect_reasons)} It is deleted sooner than the others,
        unless you say otherwise.
      </p>
      <WriteState write={write} base={base} onDrop={write.reset} />
      <button
        type="button"
        className="button button-secondary justify-self-start"
        aria-disabled={write.isSending}
        onClick={() => {
          write.submit({ lead_id: lead.id });
        }}
      >
        Not spam
      </button>
    </section>
  );
}
