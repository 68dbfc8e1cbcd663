import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StandingTerms } from '#server/cases/offer-details.ts';
import { offerFormQuery } from '../api/queries.ts';
import type { Lead, OfferDraft } from '../api/types.ts';
import { readDraft, writeDraft } from '../changes/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { toasts } from '../ui/toasts.ts';
import { londonDate } from '../lib/london.ts';
import { pounds } from '#src/lib/pounds.ts';
import { serverNow } from '../lib/use-now.ts';
import { useChange } from '../changes/use-change.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { NextFields, NO_NEXT, readNext } from './NextFields.tsx';
import { withoutDone } from './next-steps.ts';
import { OfferPreview } from './OfferPreview.tsx';
import { detailValues, readTerms } from './offer-terms.ts';
import { TermFields } from './TermFields.tsx';
import { LeadForm } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';
import { useSharedDraft } from './use-shared-draft.ts';

/** The site promises sellers that an offer is valid for this long (`offer-validity` in src/content/claims.yaml). */
const VALID_DAYS = 28;
const DAY_MS = 86_400_000;

/** The firm's terms as they were last read in this tab. */
const TERMS_KEY = 'terms';

type Props = { lead: Lead; onClose: () => void };

/** Reads the firm's standing terms and what somebody has begun, and then shows the form. */
export function OfferForm({ lead, onClose }: Props) {
  const { data, isPending } = useQuery(offerFormQuery(lead.id));
  if (isPending) return null;
  const kept = readDraft(TERMS_KEY)?.values.terms;
  if (data) writeDraft(TERMS_KEY, { values: { terms: JSON.stringify(data.terms) } });
  const terms = data?.terms ?? (JSON.parse(kept ?? '{}') as Partial<StandingTerms>);
  return <OfferFields lead={lead} onClose={onClose} terms={terms} opened={data?.draft} />;
}

type FieldsProps = Props & { terms: Partial<StandingTerms>; opened: OfferDraft | null | undefined };

/** Records an offer that is made to the seller. */
function OfferFields({ lead, onClose, terms, opened }: FieldsProps) {
  const key = `${lead.id}.offer`;
  const planned = withoutDone(lead, 'make_offer');
  const [initial] = useState(() => ({
    amount: '',
    market_value: '',
    basis: '',
    funds: '',
    conditions: '',
    ...detailValues(terms),
    valid_until: londonDate(serverNow() + VALID_DAYS * DAY_MS),
    ...NO_NEXT,
  }));
  const draft = useDraft(key, lead, initial);
  const { values, setErrors, base } = draft;
  const write = useChange('offer', key, 'the offer', ({ offers: [offer] }) => {
    toasts.add({ title: offer ? `Offer of ${pounds(offer.amount)} recorded` : 'Offer recorded' });
    onClose();
  });
  const shared = useSharedDraft(lead.id, key, draft, opened, write.isReadOnly);
  const discard = () =>
    shared.discard().then(onClose, () => toasts.add({ title: 'Not discarded: the desk cannot be reached' }));
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
      otherButton={
        <Button variant="plain" aria-disabled={write.isReadOnly} onClick={() => void discard()}>
          Discard what is typed
        </Button>
      }
    >
      <DraftNotice {...shared} />
      <TermFields draft={draft} />
      <OfferPreview values={values} status="made" reason={null} former={lead.offers[0]} />
      <NextFields draft={draft} lead={planned} />
    </LeadForm>
  );
}
