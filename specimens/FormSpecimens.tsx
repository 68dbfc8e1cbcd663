import { FAULTS_SUMMARY, NOT_SENT_SUMMARY } from '#lead/notices.ts';
import { ChatIntroduction } from '../src/forms/chat/ChatIntroduction.tsx';
import { ChatSent } from '../src/forms/chat/ChatSent.tsx';
import { SuggestedQuestions } from '../src/forms/chat/SuggestedQuestions.tsx';
import { ChoiceField, type Choice } from '../src/forms/core/ChoiceField.tsx';
import { ErrorSummary } from '../src/forms/core/ErrorSummary.tsx';
import { FormActions } from '../src/forms/core/FormActions.tsx';
import { SubmitButton } from '../src/forms/core/SubmitButton.tsx';
import { TextAreaField, TextField } from '../src/forms/core/TextField.tsx';
import { BuildingPicture } from '../src/components/illustrations/BuildingPicture.tsx';
import { Button } from '../src/components/ui/Button.tsx';
import { StepProgress } from '../src/forms/valuation/StepProgress.tsx';
import { ValuationSent } from '../src/forms/valuation/ValuationSent.tsx';
import { CLAIM } from './samples.ts';
import type { Specimens } from './Specimens.tsx';

const TEXT_FIELDS = [
  { id: 'empty', label: 'Empty', required: true },
  { id: 'hinted', label: 'With a hint', hint: 'House or flat number' },
  { id: 'filled', label: 'Filled in', defaultValue: 'EH6 6QQ' },
  { id: 'faulty', label: 'With a fault', error: 'Postcode is required' },
  { id: 'disabled', label: 'Disabled', disabled: true },
];

const CHOICES: readonly Choice[] = [
  { value: 'good', label: 'Good', hint: 'Sound, and ready to move into' },
  { value: 'fair', label: 'Fair', hint: 'Dated, or in need of some repair' },
];

const CHOICE_FIELD = { choices: CHOICES, error: undefined, className: 'sm:grid-cols-2' };

const FAULTS = [{ field: 'faulty', message: 'Postcode is required' }];

const PICTURED: readonly Choice[] = (['flat', 'bungalow'] as const).map((value) => ({
  value,
  label: value,
  picture: <BuildingPicture type={value} className="h-24" />,
}));

const nothing = () => undefined;

/** The fields and other parts of the two forms. */
export const FORM_PARTS: Specimens = {
  TextField: TEXT_FIELDS.map((field) => (
    <TextField key={field.id} error={undefined} {...field} name={field.id} />
  )),
  TextAreaField: (
    <>
      <TextAreaField id="area" name="area" label="Empty" error={undefined} rows={2} />
      <TextAreaField
        id="faulty-area"
        name="faulty-area"
        label="With a fault"
        error="Message is required"
        rows={2}
      />
    </>
  ),
  ChoiceField: (
    <>
      <ChoiceField {...CHOICE_FIELD} id="plain" name="plain" legend="Nothing chosen" />
      <form>
        <ChoiceField
          {...CHOICE_FIELD}
          id="pictured"
          name="pictured"
          legend="With pictures"
          choices={PICTURED}
          className="grid-cols-2"
        />
      </form>
      <ChoiceField
        {...CHOICE_FIELD}
        id="choice"
        name="choice"
        legend="With a fault"
        error="Property condition is required"
      />
      <fieldset disabled>
        <ChoiceField {...CHOICE_FIELD} id="off" name="off" legend="Disabled" />
      </fieldset>
    </>
  ),
  ErrorSummary: [FAULTS_SUMMARY, NOT_SENT_SUMMARY].map((summary) => (
    <ErrorSummary
      key={summary.title}
      summary={summary}
      fieldErrors={summary === FAULTS_SUMMARY ? FAULTS : []}
      hydrated
      fieldId={(field) => field}
      onChoose={nothing}
    />
  )),
  'FormActions and SubmitButton': [false, true].map((submitting) => (
    <FormActions key={String(submitting)}>
      <Button variant="secondary">Back</Button>
      <SubmitButton submitting={submitting} label="Get My Cash Offer" busyLabel="Submitting..." />
    </FormActions>
  )),
  StepProgress: (
    <form data-step="2" aria-label="Progress">
      <StepProgress step={2} />
    </form>
  ),
  ValuationSent: <ValuationSent shown phone="0131 496 0123" offerWithin={CLAIM} />,
  Chat: (
    <>
      <ChatIntroduction hours="Mon–Fri 09:00–18:00" replyTime={CLAIM} />
      <SuggestedQuestions onChoose={nothing} />
      <ChatSent shown replyTime={CLAIM} onDismiss={nothing} />
    </>
  ),
  Toasts: (
    <p className="flex flex-wrap gap-3">
      <button type="button" className="underline" data-toast="success">
        Something went well
      </button>
      <button type="button" className="underline" data-toast="destructive">
        Something went wrong
      </button>
    </p>
  ),
};
