import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { isFreshVisit } from '../../lib/is-fresh-visit.ts';
import { fragmentOf, textsIn } from './calculator-link.ts';
import { fillIn, readTexts } from './form-texts.ts';
import { defaultInputs, FIELDS, labelWithoutUnit, readInputs, type InputName } from './inputs.ts';

/** How long typing must pause before the results are recalculated. */
const PAUSE_MS = 700;

type Errors = Partial<Record<InputName, string>>;

/** Keeps the fragment of the URL up to date, so that the page's address is a link to these figures. */
function writeLink(fragment: string): void {
  const isOurs = textsIn(window.location.hash) !== undefined;
  if (fragment !== '#calculator' || isOurs) history.replaceState(history.state, '', fragment);
}

function problemIn(errors: Errors, notice: string): string {
  const wrong = FIELDS.filter(({ name }) => name in errors).map((field) => `“${labelWithoutUnit(field)}”`);
  if (wrong.length === 0) return notice;
  return `Please correct ${wrong.join(' and ')}. Until then you see the result from before that change.`;
}

/** The figures of the calculator's fields, which are read from the form, and from the URL's fragment at the start. */
export function useCalculator(formRef: RefObject<HTMLFormElement | null>) {
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [inputs, setInputs] = useState(defaultInputs);
  const [errors, setErrors] = useState<Errors>({});
  const [notice, setNotice] = useState('');
  const [calculations, setCalculations] = useState(0);
  // The server does not render the fields inside `<details>`, to keep the page's HTML small. Hydration adds them.
  const [isHydrated, setHydrated] = useState(false);

  /**
   * Recalculates the results, or keeps the previous ones while a field has an error.
   *
   * @param showNewErrors whether to show errors that are not shown yet: when a field is left, but not while typing
   */
  function calculate(showNewErrors: boolean): void {
    clearTimeout(pause.current);
    if (!formRef.current) return;
    const texts = readTexts(formRef.current);
    const result = readInputs(texts);
    setCalculations((count) => count + 1);
    if (!result.ok) {
      setErrors((shown) => {
        const kept = Object.entries(result.errors).filter(([name]) => showNewErrors || name in shown);
        return Object.fromEntries(kept);
      });
      return;
    }
    setErrors({});
    setNotice('');
    setInputs(result.inputs);
    writeLink(fragmentOf(texts));
  }

  /** @returns whether the URL has figures */
  function readLink(): boolean {
    const link = textsIn(window.location.hash);
    if (!link || !formRef.current) return false;
    fillIn(formRef.current, link.texts);
    calculate(true);
    if (link.refused.length > 0) {
      setNotice(
        `The calculator could not read some figures in the link, and uses ours instead: ${link.refused.join('; ')}.`,
      );
    }
    return true;
  }

  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the server's HTML does not have these fields
    setHydrated(true);
  }, []);

  const start = useEffectEvent(() => {
    if (!readLink()) calculate(true);
    else if (isFreshVisit()) document.getElementById('calculator')?.scrollIntoView();
  });
  const follow = useEffectEvent(readLink);
  useEffect(() => {
    if (!isHydrated) return undefined;
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the URL and the inputs are outside React
    start();
    const onHashChange = () => {
      follow();
    };
    window.addEventListener('hashchange', onHashChange);
    return () => {
      window.removeEventListener('hashchange', onHashChange);
    };
  }, [isHydrated]);

  return {
    inputs,
    errors,
    /** What the visitor has to know about the figures; empty if all is well. */
    problem: problemIn(errors, notice),
    /** How often the results were calculated. */
    calculations,
    isHydrated,
    calculate,
    calculateAfterPause: () => {
      clearTimeout(pause.current);
      pause.current = setTimeout(calculate, PAUSE_MS, false);
    },
  };
}
