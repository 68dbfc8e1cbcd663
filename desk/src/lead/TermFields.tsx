import { useState, type ReactNode } from 'react';
import { LINE_SOURCES } from '#server/database/codes.ts';
import { pounds } from '#src/lib/pounds.ts';
import { discountInWords, parsePounds } from '../lib/money.ts';
import { CheckField, ChoiceField, TextArea, TextField } from '../ui/Field.tsx';
import { RowsField } from '../ui/RowsField.tsx';
import { readRows } from '../ui/rows.ts';
import { BASIS_WORDS, FUNDS_WORDS } from '../ui/words.ts';
import { sumOfLines, type TermValues } from './offer-terms.ts';
import { StandingTermFields } from './StandingTermFields.tsx';
import type { Draft } from './use-draft.ts';

const WHAT = { name: 'what', label: 'What' };
const AMOUNT = { name: 'amount', label: 'Amount (£)', inputMode: 'numeric' } as const;

/** One step of the form, which can be left closed. It opens when it is used, and stays open if its fields are emptied. */
function Step({ title, isUsed, children }: { title: string; isUsed: boolean; children: ReactNode }) {
  const [wasUsed, setWasUsed] = useState(isUsed);
  if (isUsed && !wasUsed) setWasUsed(true);
  return (
    <details className="offer-step" open={wasUsed || undefined}>
      <summary>{title}</summary>
      <div className="grid gap-4 pt-3">{children}</div>
    </details>
  );
}

/** What the discount is, and what of it is left for the firm. */
function sumsInWords({ amount, market_value, lines }: TermValues): string {
  const [offer, value] = [parsePounds(amount), parsePounds(market_value)];
  if (offer === undefined || value === undefined) return 'The discount shows here in pounds and per cent.';
  const margin = value - offer - sumOfLines(lines);
  return `${discountInWords(offer, value)}. Our costs and our profit: ${margin < 0 ? '−' : ''}${pounds(Math.abs(margin))}.`;
}

/** The fields of an offer's terms, in steps. The sums are updated as the user types. */
export function TermFields({ draft: { values, errors, field } }: { draft: Draft<keyof TermValues> }) {
  /** Whether something in a step is filled in, or wrong. */
  const isUsed = (...names: (keyof TermValues)[]) =>
    names.some((name) => errors[name] !== undefined || values[name] !== '');
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Market value (£)"
          inputMode="numeric"
          autoComplete="off"
          {...field('market_value')}
        />
        <TextField label="Our offer (£)" inputMode="numeric" autoComplete="off" {...field('amount')} />
      </div>
      <output className="block rounded-control bg-wash px-3 py-2 font-semibold">{sumsInWords(values)}</output>
      <ChoiceField
        label="The market value is based on"
        words={BASIS_WORDS}
        none="Choose"
        {...field('basis')}
      />
      <ChoiceField label="Source of funds" words={FUNDS_WORDS} none="Choose" {...field('funds')} />
      <TextField label="Open until" type="date" {...field('valid_until')} />
      <Step title="How we worked it out" isUsed={isUsed('lines')}>
        <RowsField
          label="Line"
          hint="Each repair or cost that the market value does not allow for. The seller reads the rest as our costs and profit."
          add="Add a line"
          columns={[WHAT, AMOUNT, { name: 'source', label: 'From', words: LINE_SOURCES }]}
          {...field('lines')}
        />
      </Step>
      <Step
        title="What the market value is based on"
        isUsed={values.basis === 'comparables' || isUsed('sales', 'report_firm', 'report_day')}
      >
        <RowsField
          label="Sale"
          hint="The street and town, without the house number."
          add="Add a sale"
          columns={[
            { name: 'street', label: 'Street and town' },
            { name: 'month', label: 'Month', type: 'month' },
            { ...AMOUNT, name: 'price', label: 'Price (£)' },
            { name: 'type', label: 'Kind of home' },
          ]}
          {...field('sales')}
        />
        <TextField label="Home Report or survey by" autoComplete="off" {...field('report_firm')} />
        <TextField label="Date of the report" type="date" {...field('report_day')} />
      </Step>
      <Step title="What may still lower the price" isUsed={isUsed('open_points', 'conditions')}>
        <RowsField
          label="Open point"
          hint="For example, a damp survey."
          add="Add a point"
          columns={[WHAT, { name: 'until', label: 'Last day', type: 'date' }]}
          {...field('open_points')}
        />
        {readRows(values.open_points).length === 0 && (
          <CheckField label="Nothing that we know of may still lower it" {...field('nothing_open')} />
        )}
        <TextArea
          label="Conditions"
          hint="Leave this empty if there are only the usual ones."
          rows={2}
          maxLength={2000}
          {...field('conditions')}
        />
      </Step>
      <Step title="Who buys, and what we pay" isUsed>
        <StandingTermFields field={field} />
      </Step>
    </>
  );
}
