import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createStepHistory } from './step-history.ts';
import { FIRST_STEP, toStep, type Step } from './steps.ts';

type StepHistory = ReturnType<typeof createStepHistory>;

/**
 * The current step of the form, kept in the browser's history. There is no current step until `start` is called after
 * hydration, so the server renders all steps.
 *
 * @param onShow called after a step has been rendered
 */
export function useSteps(onShow: (step: Step) => void) {
  const [step, setStep] = useState<Step>();
  const history = useRef<StepHistory>(null);
  const current = step ?? FIRST_STEP;

  function show(next: Step) {
    flushSync(() => {
      setStep(next);
    });
    onShow(next);
  }

  const followBrowser = useEffectEvent(() => {
    const entryStep = history.current?.step();
    if (entryStep && entryStep !== step) show(entryStep);
  });
  useEffect(() => {
    const listener = () => {
      followBrowser();
    };
    window.addEventListener('popstate', listener);
    return () => {
      window.removeEventListener('popstate', listener);
    };
  }, []);

  /** Shows a step and adds an entry to the browser's history. */
  function goTo(next: Step) {
    if (next === current) return;
    history.current?.push(current, next);
    show(next);
  }

  return {
    step,

    /**
     * Shows one step at a time from now on. The first is the step in the current history entry, or `wanted` if there is
     * no such step or `insist` is set.
     */
    start: (wanted: Step, { insist = false } = {}) => {
      const created = createStepHistory();
      const first = (insist ? undefined : created.step()) ?? wanted;
      created.setCurrent(first);
      history.current = created;
      setStep(first);
    },

    goTo,

    goBack: () => {
      const previous = toStep(current - 1);
      if (history.current?.backLeadsTo(previous)) window.history.back();
      else goTo(previous);
    },

    /** Returns to the first step after the form was sent. Earlier history entries are then ignored. */
    restart: () => {
      history.current?.restart(FIRST_STEP);
      flushSync(() => {
        setStep(FIRST_STEP);
      });
    },
  };
}
