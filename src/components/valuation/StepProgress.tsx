import { LAST_STEP, type Step } from './steps.ts';

/** How far along: the words are announced when they change, the bar is for the eye. */
export function StepProgress({ step }: { step: Step }) {
  return (
    <div data-between-steps className="mb-6">
      <p aria-live="polite" id="valuation-progress" className="mb-2 text-small font-semibold text-ink-soft">
        Step {step} of {LAST_STEP}
      </p>
      <progress
        max={LAST_STEP}
        value={step}
        aria-labelledby="valuation-progress"
        className="block h-2 w-full appearance-none overflow-hidden rounded-round border-0 bg-wash text-action forced-color-adjust-none [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-wash [&::-webkit-progress-value]:bg-action motion-safe:[&::-webkit-progress-value]:transition-[width] motion-safe:[&::-webkit-progress-value]:duration-300"
      />
    </div>
  );
}
