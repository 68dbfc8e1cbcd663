import { ChatIntroduction } from '../src/components/chat/ChatIntroduction.tsx';
import { ChatSent } from '../src/components/chat/ChatSent.tsx';
import { SuggestedQuestions } from '../src/components/chat/SuggestedQuestions.tsx';
import { ChoiceField, type Choice } from '../src/components/form/ChoiceField.tsx';
import { ErrorSummary } from '../src/components/form/ErrorSummary.tsx';
import { FormActions } from '../src/components/form/FormActions.tsx';
import { SubmitButton } from '../src/components/form/SubmitButton.tsx';
import { TextAreaField, TextField } from '../src/components/form/TextField.tsx';
import { BuildingPicture } from '../src/components/illustrations/BuildingPicture.tsx';
import { Button } from '../src/components/ui/Button.tsx';
import { StepProgress } from '../src/components/valuation/StepProgress.tsx';
import { ValuationSent } from '../src/components/valuation/ValuationSent.tsx';
import { CLAIM } from './samples.ts';
import { Specimen } from './Specimen.tsx';

const CHOICES: readonly Choice[] = [
  { value: 'good', label: 'Good', hint: 'Sound, and ready to move into' },
  { value: 'fair', label: 'Fair', hint: 'Dated, or in need of some repair' },
];

const PICTURED: readonly Choice[] = (['flat', 'bungalow'] as const).map((value) => ({
  value,
  label: value,
  picture: <BuildingPicture type={value} className="h-24" />,
}));

const nothing = () => undefined;

/** The fields, and the parts of the two forms. */
export function FormSpecimens() {
  return (
    <>
      <Specimen title="TextField">
        <TextField id="empty" name="empty" label="Empty" error={undefined} required />
        <TextField
          id="hinted"
          name="hinted"
          label="With a hint"
          hint="House or flat number"
          error={undefined}
        />
        <TextField id="filled" name="filled" label="Filled in" error={undefined} defaultValue="EH6 6QQ" />
        <TextField id="faulty" name="faulty" label="With a fault" error="Postcode is required" />
        <TextField id="disabled" name="disabled" label="Disabled" error={undefined} disabled />
      </Specimen>
      <Specimen title="TextAreaField">
        <TextAreaField id="area" name="area" label="Empty" error={undefined} rows={2} />
        <TextAreaField
          id="faulty-area"
          name="faulty-area"
          label="With a fault"
          error="Message is required"
          rows={2}
        />
      </Specimen>
      <Specimen title="ChoiceField">
        <ChoiceField
          id="plain"
          name="plain"
          legend="Nothing chosen"
          choices={CHOICES}
          error={undefined}
          className="sm:grid-cols-2"
        />
        <form>
          <ChoiceField
            id="pictured"
            name="pictured"
            legend="With pictures"
            choices={PICTURED}
            error={undefined}
            className="grid-cols-2"
          />
        </form>
        <ChoiceField
          id="choice"
          name="choice"
          legend="With a fault"
          choices={CHOICES}
          error="Property condition is required"
          className="sm:grid-cols-2"
        />
        <fieldset disabled>
          <ChoiceField
            id="off"
            name="off"
            legend="Disabled"
            choices={CHOICES}
            error={undefined}
            className="sm:grid-cols-2"
          />
        </fieldset>
      </Specimen>
      <Specimen title="ErrorSummary">
        <ErrorSummary
          summary={{ title: 'There is a problem', description: 'Please check these answers:' }}
          fieldErrors={[{ field: 'faulty', message: 'Postcode is required' }]}
          hydrated
          fieldId={(field: 'faulty') => field}
          onChoose={nothing}
        />
        <ErrorSummary
          summary={{
            title: 'Your answers are still here',
            description: 'You can send them again as they are.',
          }}
          fieldErrors={[]}
          hydrated
          fieldId={(field: 'faulty') => field}
          onChoose={nothing}
        />
      </Specimen>
      <Specimen title="FormActions and SubmitButton">
        <FormActions>
          <Button variant="secondary">Back</Button>
          <SubmitButton submitting={false} label="Get My Cash Offer" busyLabel="Submitting..." />
        </FormActions>
        <FormActions>
          <Button variant="secondary">Back</Button>
          <SubmitButton submitting label="Get My Cash Offer" busyLabel="Submitting..." />
        </FormActions>
      </Specimen>
      <Specimen title="StepProgress">
        <form data-step="2" aria-label="Progress">
          <StepProgress step={2} />
        </form>
      </Specimen>
      <Specimen title="ValuationSent">
        <ValuationSent shown phone="0131 496 0123" offerWithin={CLAIM} />
      </Specimen>
      <Specimen title="Chat">
        <ChatIntroduction hours="Mon–Fri 09:00–18:00" replyTime={CLAIM} />
        <SuggestedQuestions onChoose={nothing} />
        <ChatSent shown replyTime={CLAIM} onDismiss={nothing} />
      </Specimen>
    </>
  );
}
