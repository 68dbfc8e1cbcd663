import { LAST_STEP, type Step } from './steps.ts';

/**
 * The progress through the steps, as a bar and as text that screen readers announce. The text beside it says
 * once for the whole form that every field is required.
 */
export function StepProgress({ step }: { step: Step }) {
  return (
    <div className="mb-6">
      <div className="mb-2 flex flex-wrap justify-between gap-x-4 text-small text-ink-soft">
        <p data-between-steps aria-live="polite" id="valuation-progress" className="font-semibold">
          {`Step ${step} of ${LAST_STEP}`}
        </p>
        <p>Please answer every question.</p>
      </div>
      <progress
        data-between-steps
        max={LAST_STEP}
        value={step}
        aria-labelledby="valuation-progress"
        className="step-bar"
      />
    </div>
  );
}
