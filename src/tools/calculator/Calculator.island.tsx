import { useRef } from 'react';
import { Fields } from './Fields.tsx';
import { Results } from './Results.tsx';
import { TakeAway } from './TakeAway.tsx';
import { useCalculator } from './use-calculator.ts';
import { equalOfferOf, verdictOf, waitingOf } from './verdict.ts';

/** What a printed calculator says about itself. */
const madeOn = () =>
  `Made on ${new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })} at ${window.location.href}. An estimate from the figures above, not an offer or advice.`;

/**
 * Compares what an agent, a cash buyer and an auction would leave to the seller. It is an island (a component that is
 * hydrated), because the results change with the visitor's figures. Without JavaScript it shows a worked example. It
 * sends and stores nothing: the figures are in the URL's fragment.
 */
export function Calculator() {
  const formRef = useRef<HTMLFormElement>(null);
  const { inputs, errors, problem, calculations, isHydrated, calculate, calculateAfterPause } =
    useCalculator(formRef);
  const { result, advice } = verdictOf(inputs);
  return (
    // `method="dialog"` keeps the browser from sending the form, with and without JavaScript.
    <form
      ref={formRef}
      method="dialog"
      aria-label="Calculator"
      className="mt-6 max-w-2xl"
      onInput={calculateAfterPause}
      onSubmit={(event) => {
        event.preventDefault();
        calculate(true);
      }}
    >
      <Fields
        errors={errors}
        isHydrated={isHydrated}
        onLeave={() => {
          calculate(true);
        }}
      />
      <div role="status" className="my-6 border-t-2 border-ink pt-4">
        {problem && <p className="mb-3 font-semibold text-danger">{problem}</p>}
        <p className="font-display text-h4 font-semibold">{result}</p>
        <p className="mt-3">{advice}</p>
      </div>
      <Results inputs={inputs} />
      <p>{`${waitingOf(inputs)} ${equalOfferOf(inputs)}`}</p>
      {isHydrated && <p className="mt-3 hidden wrap-anywhere print:block">{madeOn()}</p>}
      <TakeAway formRef={formRef} calculations={calculations} />
    </form>
  );
}
