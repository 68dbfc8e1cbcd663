import { LAST_STEP, type Step } from './steps.ts';

/**
 * How far along: the words are announced when they change, the bar is for the eye. And, once for the whole form,
 * that nothing in it may be left out.
 */
export function StepProgress({ step }: { step: Step }) {
  return (
    <div className="mb-6">
      <div className="mb-2 flex flex-wrap justify-between gap-x-4 text-small text-ink-soft">
        <p data-between-steps aria-live="polite" id="valuation-progress" className="font-semibold">
          Step {step} of {LAST_STEP}
        </p>
        <p>Every question needs an answer.</p>
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
