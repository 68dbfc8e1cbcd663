import type { StandingTerms } from '#server/cases/offer-details.ts';
import { PAYERS } from '#server/database/codes.ts';
import { TextArea, TextField } from '../ui/Field.tsx';
import { RowsField } from '../ui/RowsField.tsx';
import type { Draft } from './use-draft.ts';

/** The fields of the firm's terms, in an offer and in the settings. */
export function StandingTermFields({ field }: Pick<Draft<keyof StandingTerms>, 'field'>) {
  return (
    <>
      <TextField label="Who buys, if not our company" autoComplete="off" {...field('buyer')} />
      <TextField label="Date of the proof of funds" type="date" {...field('funds_proved_on')} />
      <TextField
        label="The most we pay their solicitor, with VAT (£)"
        inputMode="numeric"
        autoComplete="off"
        {...field('solicitor_cap')}
      />
      <RowsField
        label="Outlay"
        hint="Searches, registration, discharge of a mortgage, bank charges."
        add="Add an outlay"
        columns={[
          { name: 'what', label: 'What' },
          { name: 'payer', label: 'Who pays', words: PAYERS },
        ]}
        {...field('outlays')}
      />
      <TextArea
        label="If either of us withdraws"
        hint="Who then pays what, before missives and after."
        rows={4}
        maxLength={2000}
        {...field('if_ends')}
      />
      <TextField label="Date of entry, or how it is agreed" autoComplete="off" {...field('entry')} />
    </>
  );
}
