import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createStepHistory } from './step-history.ts';
import { FIRST_STEP, toStep, type Step } from './steps.ts';

type StepHistory = ReturnType<typeof createStepHistory>;

/**
 * Which step shows, in agreement with the browser's Back and Forward. Until `start`, all of them do.
 *
 * @param onShow called when the step is on the page, with the step.
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
    const marked = history.current?.step();
    if (marked && marked !== step) show(marked);
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

  function goTo(next: Step) {
    if (next === current) return;
    history.current?.push(current, next);
    show(next);
  }

  return {
    step,

    /**
     * Begins to show one step: the one that the browser's entry names, else the one that is wanted. To
     * `insist` is to ignore the entry.
     */
    start: (wanted: Step, { insist = false } = {}) => {
      const created = createStepHistory();
      const first = (insist ? undefined : created.step()) ?? wanted;
      created.mark(first);
      history.current = created;
      setStep(first);
    },

    /** Shows a step and adds it to the browser's history. */
    goTo,

    goBack: () => {
      const previous = toStep(current - 1);
      if (history.current?.leadsBackTo(previous)) window.history.back();
      else goTo(previous);
    },

    /** The form is sent: the first step again, and no way back into the answers. */
    restart: () => {
      history.current?.restart(FIRST_STEP);
      flushSync(() => {
        setStep(FIRST_STEP);
      });
    },
  };
}
