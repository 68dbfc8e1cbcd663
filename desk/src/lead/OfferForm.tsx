import { useState } from 'react';
import type { Lead } from '../api/types.ts';
import { toasts } from '../ui/toasts.ts';
import { londonDate } from '../lib/london.ts';
import { pounds } from '#src/lib/pounds.ts';
import { serverNow } from '../lib/use-now.ts';
import { useChange } from '../changes/use-change.ts';
import { NextFields, NO_NEXT, readNext } from './NextFields.tsx';
import { withoutDone } from './next-steps.ts';
import { OfferPreview } from './OfferPreview.tsx';
import { detailValues, readTerms } from './offer-terms.ts';
import { TermFields } from './TermFields.tsx';
import { LeadForm } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';

/** The site promises sellers that an offer is valid for this long (`offer-validity` in src/content/claims.yaml). */
const VALID_DAYS = 28;
const DAY_MS = 86_400_000;

/** Records an offer that is made to the seller. */
export function OfferForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.offer`;
  const planned = withoutDone(lead, 'make_offer');
  const [initial] = useState(() => ({
    amount: '',
    market_value: '',
    basis: '',
    funds: '',
    conditions: '',
    ...detailValues(lead.standing_terms),
    valid_until: londonDate(serverNow() + VALID_DAYS * DAY_MS),
    ...NO_NEXT,
  }));
  const draft = useDraft(key, lead, initial);
  const { values, setErrors, base } = draft;
  const write = useChange('offer', key, ({ offers: [offer] }) => {
    toasts.add({ title: offer ? `Offer of ${pounds(offer.amount)} recorded` : 'Offer recorded' });
    onClose();
  });
  const save = () => {
    const read = readTerms(values, serverNow());
    const next = readNext(values, planned);
    setErrors({ ...(read.ok ? {} : read.errors), ...(next.ok ? {} : next.errors) });
    if (read.ok && next.ok) {
      write.submit({ lead_id: lead.id, version: base.version, ...read.terms, ...next.next }, base);
    }
  };
  return (
    <LeadForm
      title="Make an offer"
      draft={draft}
      write={write}
      onSave={save}
      onClose={onClose}
      action="Record the offer"
    >
      <TermFields draft={draft} />
      <OfferPreview values={values} status="made" reason={null} former={lead.offers[0]} />
      <NextFields draft={draft} lead={planned} />
    </LeadForm>
  );
}
