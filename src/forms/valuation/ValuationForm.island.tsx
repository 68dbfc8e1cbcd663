import { useRef, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type { ValuationLead } from '#lead/lead.ts';
import { SENT_IDS } from '#lead/form-notices.ts';
import { VALUATION_FIELDS, validateValuation, type ValuationField } from '#lead/valuation.ts';
import type { Contact } from '../../lib/contact.ts';
import { nextPaint } from '../../lib/next-paint.ts';
import type { Figure } from '../../claims/claim-schema.ts';
import { focusField } from '../core/form-answers.ts';
import { ErrorSummary } from '../core/ErrorSummary.tsx';
import { valuationFields } from '../core/fields.ts';
import { FormActions } from '../core/FormActions.tsx';
import { wasSent } from '../core/form-storage.ts';
import { HoneypotField } from '../core/HoneypotField.tsx';
import { SendingNote } from '../core/SendingNote.tsx';
import { SubmitButton } from '../core/SubmitButton.tsx';
import { useLeadForm } from '../core/use-lead-form.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConditionStep } from './ConditionStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { stepHeadingId } from './FormStep.tsx';
import { PropertyStep } from './PropertyStep.tsx';
import { StepProgress } from './StepProgress.tsx';
import { FIRST_STEP, LAST_STEP, stepOf, toStep, type Step } from './steps.ts';
import { useSteps } from './use-steps.ts';
import { ValuationSent } from './ValuationSent.tsx';

type Props = { contact: Contact; offerWithin: Figure };

/**
 * The valuation form, in three steps. It is an island (a component that is hydrated), because it shows one step at a
 * time, validates in place and sends the answers without leaving the page. Without JavaScript it shows all steps, and
 * the browser validates them and posts the form to the page's URL.
 */
export function ValuationForm({ contact, offerWithin }: Props) {
  const formRef = useRef<HTMLFormElement>(null);
  const goingForward = useRef(false);
  const steps = useSteps(focusHeading);
  const form = useLeadForm<ValuationField, ValuationLead>({
    formRef,
    source: 'valuation_form',
    step: steps.step,
    canSubmit: steps.step === LAST_STEP,
    fields: VALUATION_FIELDS,
    validate: validateValuation,
    onReady(draft, firstError) {
      const focused = focusedStep();
      if (firstError) steps.start(stepOf(firstError), { insist: true });
      else if (focused) steps.start(focused, { insist: true });
      else steps.start(toStep(draft?.step ?? FIRST_STEP), { insist: !draft && wasSent('valuation_form') });
    },
    onError: showField,
    onSent() {
      steps.restart();
      const confirmation = document.getElementById(SENT_IDS.valuation_form);
      confirmation?.focus({ preventScroll: true });
      confirmation?.scrollIntoView({ behavior: 'instant' });
    },
  });

  function showField(element: HTMLFormElement, field: ValuationField) {
    steps.goTo(stepOf(field));
    focusField(element, field);
  }

  /** Pressing Enter in a field submits the form. Before the last step, this continues to the next step. */
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (step < LAST_STEP) void goForward();
    else void form.submit();
  }

  const step = steps.step ?? LAST_STEP;
  /** Goes to the next step after the browser has painted the pressed button. Further presses until then are ignored. */
  async function goForward() {
    if (goingForward.current) return;
    goingForward.current = true;
    await nextPaint();
    goingForward.current = false;
    steps.goTo(toStep(step + 1));
  }

  function startAnother() {
    flushSync(form.dismissSent);
    focusHeading(FIRST_STEP);
  }

  return (
    <>
      <ValuationSent
        shown={form.sent}
        hydrated={form.hydrated}
        receipt={form.receipt}
        phone={contact.phone}
        offerWithin={offerWithin}
        onAnother={startAnother}
      />
      <form
        ref={formRef}
        {...form.formProps}
        onSubmit={handleSubmit}
        hidden={form.sent}
        data-step={steps.step}
        aria-label="Valuation request"
      >
        <input type="hidden" name="source" value="valuation_form" />
        <HoneypotField />
        <StepProgress step={steps.step ?? FIRST_STEP} />
        <ErrorSummary
          summary={form.summary}
          fieldErrors={form.fieldErrors}
          hydrated={form.hydrated}
          fieldId={valuationFields.fieldId}
          onChoose={(field) => {
            if (formRef.current) showField(formRef.current, field);
          }}
        />
        <PropertyStep errorFor={form.errorFor}>
          <FormActions data-between-steps>
            <Button onClick={() => void goForward()}>Continue</Button>
          </FormActions>
        </PropertyStep>
        <ConditionStep errorFor={form.errorFor}>
          <FormActions data-between-steps>
            <BackButton onClick={steps.goBack} />
            <Button onClick={() => void goForward()}>Continue</Button>
          </FormActions>
        </ConditionStep>
        <ContactStep errorFor={form.errorFor}>
          <FormActions>
            <SendingNote {...form} contact={contact} />
            <BackButton onClick={steps.goBack} />
            <SubmitButton submitting={form.submitting} label="Get My Cash Offer" busyLabel="Submitting..." />
          </FormActions>
        </ContactStep>
      </form>
    </>
  );
}

/**
 * The step that contains the focused field, if the form still shows all its steps because its script arrived late. The
 * form then starts at this step, so that the field in which the visitor is typing stays visible.
 */
function focusedStep(): Step | undefined {
  const step = document.activeElement?.closest<HTMLElement>('form:not([data-step]) > [data-form-step]');
  return step ? toStep(Number(step.dataset.formStep)) : undefined;
}

/**
 * Focuses a step's heading and scrolls it to the top of the screen. The scrolling is instant, because smooth scrolling
 * would first show the page below the form.
 */
function focusHeading(step: Step) {
  const heading = document.getElementById(stepHeadingId(step));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ behavior: 'instant' });
}

function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" data-between-steps onClick={onClick}>
      Back
    </Button>
  );
}
