import { WAITS } from '#server/database/codes.ts';
import type { ChangeReason, Lead, Offer, OfferStatus } from '../api/types.ts';
import { toasts } from '../ui/toasts.ts';
import { dayMonthYear, londonDate } from '../lib/london.ts';
import { pounds } from '#src/lib/pounds.ts';
import { parsePounds } from '../lib/money.ts';
import { serverNow } from '../lib/use-now.ts';
import { CHANGE_WORDS } from '../ui/words.ts';
import { useChange } from '../changes/use-change.ts';
import { CheckField, ChoiceField, TextArea } from '../ui/Field.tsx';
import { NextFields, NO_NEXT, readNext } from './NextFields.tsx';
import { OfferPreview } from './OfferPreview.tsx';
import { withoutDone } from './next-steps.ts';
import { detailValues, readTerms, sumOfLines } from './offer-terms.ts';
import { readRows } from '../ui/rows.ts';
import { TermFields } from './TermFields.tsx';
import { LeadForm } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';

/** The outcomes to choose from. An accepted offer cannot be accepted again; an expired one can still be renewed. */
const statusWords = ({ status, valid_until }: Offer, today: string) => ({
  ...(status === 'accepted' ? {} : { accepted: 'The seller accepts' }),
  declined: 'The seller declines',
  changed: valid_until < today ? 'We renew or change it' : 'We change it',
  withdrawn: 'We withdraw it',
});

/** The open points of an offer. @param today such as 2026-11-27 */
const pointWords = ({ details }: Offer, today: string) =>
  Object.fromEntries(
    details.open_points.map(({ what, until }, index) => [
      index,
      until < today ? `${what} (only until ${dayMonthYear(until)}: the seller reads that)` : what,
    ]),
  );

const OUR_REASONS = Object.fromEntries(
  Object.entries(CHANGE_WORDS).filter(([code]) => !code.startsWith('seller_')),
);

/**
 * The reasons that are stored for the seller's decisions. The form asks for a reason only if the firm changes or
 * withdraws its offer.
 */
const SELLERS_REASON: Partial<Record<string, ChangeReason>> = {
  accepted: 'seller_accepted',
  declined: 'seller_declined',
};

type Status = Exclude<OfferStatus, 'made'>;

type Props = {
  lead: Lead;
  offer: Offer;
  /** The outcome that is selected at first: the one that the seller has stated on their page. */
  outcome?: OfferStatus;
  onClose: () => void;
};

/**
 * Records the seller's decision about an offer, or the firm's change of it, with a reason and the evidence for it. The
 * old offer stays in the history, because the database stores the result as a new offer.
 */
export function ChangeOfferForm({ lead, offer, outcome, onClose }: Props) {
  const key = `${lead.id}.offer.${offer.id}`;
  const today = londonDate(serverNow());
  const { open_points } = offer.details;
  const draft = useDraft(key, lead, {
    status: outcome ?? '',
    amount: String(offer.amount),
    market_value: String(offer.market_value),
    basis: offer.basis,
    funds: offer.funds,
    conditions: offer.conditions ?? '',
    valid_until: offer.valid_until,
    ...detailValues(offer.details, today),
    open_point: '',
    changed_line: '',
    is_lowered: '',
    reason_code: '',
    evidence: '',
    ...NO_NEXT,
  });
  const { values, setErrors, field, base } = draft;
  const write = useChange('change_offer', key, 'the change of the offer', () => {
    toasts.add({ title: 'Offer updated' });
    onClose();
  });
  const reason = SELLERS_REASON[values.status] ?? (values.reason_code as ChangeReason | '');
  const isLower = values.status === 'changed' && (parsePounds(values.amount) ?? 0) < offer.amount;
  const margin =
    (parsePounds(values.market_value) ?? 0) - (parsePounds(values.amount) ?? 0) - sumOfLines(values.lines);
  /** How much of a lower price no line explains. */
  const unexplained = isLower ? Math.max(0, margin - offer.margin) : 0;
  const lines = readRows(values.lines);
  // An answer or a withdrawal ends the wait for it.
  const planned = values.status === 'changed' ? lead : withoutDone(lead, ...WAITS);
  const isOurs = values.status === 'changed' || values.status === 'withdrawn';

  const save = () => {
    const read = readTerms(values, serverNow());
    const next = readNext(values, planned);
    const found: Parameters<typeof setErrors>[0] = {
      ...(values.status === 'changed' && !read.ok ? read.errors : {}),
      ...(values.status === '' ? { status: 'Choose what happened to the offer.' } : {}),
      ...(unexplained > 0 && values.changed_line !== 'margin'
        ? {
            changed_line: `No line explains ${pounds(unexplained)} of it. Choose one, or say that it is for us.`,
          }
        : {}),
      ...(isLower && offer.status === 'accepted' && values.is_lowered === ''
        ? { is_lowered: 'Tick this if you mean it.' }
        : {}),
      ...(isOurs && reason === '' ? { reason_code: 'Choose the reason.' } : {}),
      ...(isOurs && values.evidence.trim() === ''
        ? { evidence: 'Give the evidence: a report and its date, for example.' }
        : {}),
      ...(next.ok ? {} : next.errors),
    };
    setErrors(found);
    if (Object.keys(found).length > 0 || !next.ok || reason === '') return;
    const former = {
      amount: offer.amount,
      market_value: offer.market_value,
      basis: offer.basis,
      funds: offer.funds,
      conditions: null,
      valid_until: offer.valid_until,
      details: null,
    };
    write.submit(
      {
        lead_id: lead.id,
        version: base.version,
        offer_id: offer.id,
        status: values.status as Status,
        // '' removes the former conditions; null would keep them.
        ...(values.status === 'changed' && read.ok
          ? { ...read.terms, conditions: read.terms.conditions ?? '' }
          : former),
        open_point: isLower && values.open_point !== '' ? Number(values.open_point) : null,
        reason_code: reason,
        evidence: values.evidence.trim() || null,
        ...next.next,
      },
      base,
    );
  };

  return (
    <LeadForm title={`Offer ${offer.number}`} draft={draft} write={write} onSave={save} onClose={onClose}>
      <ChoiceField label="Outcome" words={statusWords(offer, today)} none="Choose" {...field('status')} />
      {values.status === 'changed' && <TermFields draft={draft} />}
      {isLower && (
        <ChoiceField
          label="Which open point is it?"
          words={pointWords(offer, today)}
          none="It was not on the list"
          {...field('open_point')}
          onText={(open_point) => {
            const used = open_points[Number(open_point || -1)]?.what;
            const left = readRows(values.open_points).filter(({ what }) => what !== used);
            draft.change({ open_point, open_points: JSON.stringify(left) });
          }}
        />
      )}
      {isLower && (unexplained > 0 || values.changed_line !== '') && (
        <ChoiceField
          label="Which line changes?"
          hint="A line that you choose gets what no other line explains."
          words={{
            ...Object.fromEntries(lines.map(({ what = '' }, index) => [index, what])),
            new: 'A new line',
            margin: 'Our own costs and profit: the seller reads that they are higher',
          }}
          none="Choose"
          {...field('changed_line')}
          onText={(changed_line) => {
            const changed = lines.map((line, index) =>
              String(index) === changed_line
                ? { ...line, amount: String((parsePounds(line.amount ?? '') ?? 0) + unexplained) }
                : line,
            );
            if (changed_line === 'new') {
              const what = open_points[Number(values.open_point || -1)]?.what ?? '';
              changed.push({ what, amount: String(unexplained) });
            }
            draft.change({ changed_line, lines: JSON.stringify(changed) });
          }}
        />
      )}
      {isLower && offer.status === 'accepted' && (
        <CheckField
          label={`The seller accepted ${pounds(offer.amount)} on ${dayMonthYear(offer.at)}. Lower it all the same.`}
          {...field('is_lowered')}
        />
      )}
      {isOurs && (
        <ChoiceField
          label="Why"
          {...((isLower || values.status === 'withdrawn') && {
            hint: `The seller reads this reason. Whatever it is, our public record counts the offer as ${isLower ? 'lowered' : 'withdrawn'}.`,
          })}
          words={OUR_REASONS}
          none="Choose"
          {...field('reason_code')}
        />
      )}
      {values.status !== '' && (
        <TextArea
          label={isOurs ? 'Evidence' : 'What they said'}
          hint={isOurs ? 'The report, the letter, the date. The seller does not see this.' : 'If it matters.'}
          rows={2}
          maxLength={2000}
          {...field('evidence')}
        />
      )}
      {values.status !== '' && (
        <OfferPreview
          values={values}
          status={values.status as Status}
          reason={reason || null}
          openPoint={isLower ? values.open_point : ''}
          former={offer}
        />
      )}
      <NextFields draft={draft} lead={planned} />
    </LeadForm>
  );
}
