import type { ReactNode } from 'react';
import type { ValuationField } from '#lead/valuation.ts';
import type { Step } from './steps.ts';

export type StepProps = {
  errorFor: (field: ValuationField) => string | undefined;
  children?: ReactNode;
};

type Props = { step: Step; title: string; children: ReactNode };

export const stepHeadingId = (step: Step) => `valuation-step-${step}`;

/** One step of the valuation form. Its heading takes the focus when the step is shown. */
export function FormStep({ step, title, children }: Props) {
  return (
    <section data-form-step={step} aria-labelledby={stepHeadingId(step)} className="not-first:mt-10">
      <h3 id={stepHeadingId(step)} tabIndex={-1} className="scroll-mt-22 text-h3">
        {title}
      </h3>
      <div className="stack-5 mt-5">{children}</div>
    </section>
  );
}
