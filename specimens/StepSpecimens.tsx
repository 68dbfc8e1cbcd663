import { FAULTS_SUMMARY } from '#lead/notices.ts';
import { validateChat, type ChatField } from '#lead/chat.ts';
import { validateValuation, type ValuationField } from '#lead/valuation.ts';
import { ChatFields } from '../src/forms/chat/ChatFields.tsx';
import { ChatToggle } from '../src/forms/chat/ChatToggle.tsx';
import { ErrorSummary } from '../src/forms/core/ErrorSummary.tsx';
import { FormActions } from '../src/forms/core/FormActions.tsx';
import { SubmitButton } from '../src/forms/core/SubmitButton.tsx';
import { Button } from '../src/components/ui/Button.tsx';
import { ConditionStep } from '../src/forms/valuation/ConditionStep.tsx';
import { ContactStep } from '../src/forms/valuation/ContactStep.tsx';
import { valuationFields } from '../src/forms/core/fields.ts';
import { PropertyStep } from '../src/forms/valuation/PropertyStep.tsx';
import { StepProgress } from '../src/forms/valuation/StepProgress.tsx';
import type { Step } from '../src/forms/valuation/steps.ts';
import { CHAT_ANSWERS, VALUATION_ANSWERS } from '../tests/support/leads.ts';
import type { Specimens } from './Specimens.tsx';
import { WithOwnIds } from './WithOwnIds.tsx';

const STEPS = { 1: PropertyStep, 2: ConditionStep, 3: ContactStep } as const;

const noFault = () => undefined;
const nothing = () => undefined;

const emptyForm = validateValuation({});
const valuationFaults = emptyForm.ok ? [] : emptyForm.fieldErrors;
const valuationFault = (field: ValuationField) =>
  valuationFaults.find((fault) => fault.field === field)?.message;

const emptyChat = validateChat({});
const chatFaults = emptyChat.ok ? [] : emptyChat.fieldErrors;
const chatFault = (field: ChatField) => chatFaults.find((fault) => fault.field === field)?.message;

const CHAT_STATES = [
  { name: 'chat, empty', answers: {}, errorFor: noFault },
  { name: 'chat, answered', answers: CHAT_ANSWERS, errorFor: noFault },
  { name: 'chat, with faults', answers: {}, errorFor: chatFault },
];

type FormProps = { step: Step; faulty?: boolean; submitting?: boolean };

/** The valuation form at one step, with its buttons. */
function Form({ step, faulty = false, submitting = false }: FormProps) {
  const StepShown = STEPS[step];
  return (
    <form data-step={step} className="rounded-card bg-card p-5 shadow-card sm:p-8">
      <StepProgress step={step} />
      <ErrorSummary
        summary={faulty ? FAULTS_SUMMARY : undefined}
        fieldErrors={valuationFaults}
        hydrated
        fieldId={valuationFields.fieldId}
        onChoose={nothing}
      />
      <StepShown errorFor={faulty ? valuationFault : noFault}>
        <FormActions>
          {step > 1 && <Button variant="secondary">Back</Button>}
          {step < 3 ? (
            <Button>Continue</Button>
          ) : (
            <SubmitButton submitting={submitting} label="Get My Cash Offer" busyLabel="Submitting..." />
          )}
        </FormActions>
      </StepShown>
    </form>
  );
}

const FORM_STATES = [
  { name: 'empty' },
  { name: 'answered', answers: VALUATION_ANSWERS },
  { name: 'with faults', faulty: true },
  { name: 'being sent', answers: VALUATION_ANSWERS, submitting: true },
];

/** The form at one step in each state. Only the last step is sent. */
const formsAt = (step: Step) =>
  FORM_STATES.filter(({ submitting }) => step === 3 || !submitting).map(
    ({ name, answers = {}, ...state }) => (
      <WithOwnIds key={name} name={`step ${step}, ${name}`} answers={answers}>
        <Form step={step} {...state} />
      </WithOwnIds>
    ),
  );

/** The three steps of the valuation form, and the chat's button and fields, in each state. */
export const STEP_STATES: Specimens = {
  ...Object.fromEntries(([1, 2, 3] as const).map((step) => [STEPS[step].name, formsAt(step)])),
  ChatToggle: (
    <>
      <details className="group">
        <ChatToggle />
      </details>
      {/* `contain-layout` keeps the open toggle, which is fixed on a phone, inside this box. */}
      <details open className="group h-[calc(10dvh+4.5rem)] contain-layout">
        <ChatToggle />
      </details>
    </>
  ),
  ChatFields: CHAT_STATES.map(({ name, answers, errorFor }) => (
    <WithOwnIds key={name} name={name} answers={answers}>
      <form className="space-y-4">
        <ChatFields errorFor={errorFor} />
      </form>
    </WithOwnIds>
  )),
};
