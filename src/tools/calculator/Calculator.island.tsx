import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { TextField } from '../../forms/core/TextField.tsx';
import { isFreshVisit } from '../../lib/is-fresh-visit.ts';
import {
  defaultInputs,
  defaultText,
  FIELDS,
  labelWithoutUnit,
  MAIN_FIELDS,
  MORE_FIELDS,
  readInputs,
  type Field,
  type InputName,
  type Texts,
} from './inputs.ts';
import { fragmentOf, textsIn } from './calculator-link.ts';
import { Results } from './Results.tsx';
import { showAlone } from './show-alone.ts';
import { Sources } from './Sources.tsx';
import { equalOfferOf, verdictOf, waitingOf } from './verdict.ts';

/** How long typing must pause before the results are recalculated. */
const PAUSE_MS = 700;

const fieldId = (name: InputName) => `sum-${name}`;

type Errors = Partial<Record<InputName, string>>;

/**
 * Compares what an agent, a cash buyer and an auction would leave to the seller. It is an island (a component that is
 * hydrated), because the results change with the visitor's figures. Without JavaScript it shows a worked example. It
 * sends and stores nothing: the figures are in the URL's fragment.
 */
export function Calculator() {
  const form = useRef<HTMLFormElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [inputs, setInputs] = useState(defaultInputs);
  const [errors, setErrors] = useState<Errors>({});
  const [notice, setNotice] = useState('');
  const [copied, setCopied] = useState('');
  // The server does not render the fields inside `<details>`, to keep the page's HTML small. Hydration adds them.
  const [isHydrated, setHydrated] = useState(false);

  const controlOf = useCallback((name: InputName) => form.current?.elements.namedItem(fieldId(name)), []);

  const textsNow = useCallback((): Texts => {
    const texts = FIELDS.map(({ name }) => {
      const control = controlOf(name);
      return [name, control instanceof HTMLInputElement ? control.value : ''];
    });
    return Object.fromEntries(texts) as Texts;
  }, [controlOf]);

  /**
   * Recalculates the results, or keeps the previous ones while a field has an error.
   *
   * @param showNewErrors whether to show errors that are not shown yet: when a field is left, but not while typing
   */
  const calculate = useCallback(
    (showNewErrors: boolean) => {
      clearTimeout(pause.current);
      pause.current = undefined;
      const texts = textsNow();
      const result = readInputs(texts);
      setCopied('');
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
      const fragment = fragmentOf(texts);
      const isOurs = textsIn(window.location.hash) !== undefined;
      if (fragment !== '#calculator' || isOurs) history.replaceState(history.state, '', fragment);
    },
    [textsNow],
  );

  const readLink = useCallback((): boolean => {
    const link = textsIn(window.location.hash);
    if (!link) return false;
    for (const { name } of FIELDS) {
      const control = controlOf(name);
      if (control instanceof HTMLInputElement) control.value = link.texts[name];
    }
    calculate(true);
    if (link.refused.length > 0) {
      setNotice(
        `The calculator could not read some figures in the link, and uses ours instead: ${link.refused.join('; ')}.`,
      );
    }
    return true;
  }, [calculate, controlOf]);

  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the server's HTML does not have these fields
    setHydrated(true);
  }, []);

  useEffect(() => {
    if (!isHydrated) return undefined;
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the URL and the inputs are outside React
    if (!readLink()) calculate(true);
    else if (isFreshVisit()) document.getElementById('calculator')?.scrollIntoView();
    window.addEventListener('hashchange', readLink);
    return () => {
      window.removeEventListener('hashchange', readLink);
    };
  }, [isHydrated, readLink, calculate]);

  function print() {
    const { current: element } = form;
    const details = element?.querySelector('details');
    if (!element || !details) return;
    const wasOpen = details.open;
    const showAll = showAlone(element, 'calculator');
    details.open = true;
    window.addEventListener(
      'afterprint',
      () => {
        details.open = wasOpen;
        showAll();
      },
      { once: true },
    );
    window.print();
  }

  async function copyLink() {
    const { origin, pathname } = window.location;
    try {
      await navigator.clipboard.writeText(origin + pathname + fragmentOf(textsNow()));
      setCopied('Link copied');
    } catch {
      setCopied('Copy the page’s address instead');
    }
  }

  const fieldFor = (field: Field) => (
    <TextField
      key={field.name}
      id={fieldId(field.name)}
      name={fieldId(field.name)}
      label={field.label}
      hint={field.hint}
      error={errors[field.name]}
      inputMode="decimal"
      autoComplete="off"
      required={field.defaultValue !== 'by value'}
      defaultValue={defaultText(field)}
      onBlur={() => {
        calculate(true);
      }}
    />
  );

  const { result, advice } = verdictOf(inputs);
  const wrong = FIELDS.filter(({ name }) => name in errors).map((field) => `“${labelWithoutUnit(field)}”`);
  const problem =
    wrong.length > 0
      ? `Please correct ${wrong.join(' and ')}. Until then you see the result from before that change.`
      : notice;
  return (
    // `method="dialog"` keeps the browser from sending the form, with and without JavaScript.
    <form
      ref={form}
      method="dialog"
      aria-label="Calculator"
      className="mt-6 max-w-2xl"
      onInput={() => {
        clearTimeout(pause.current);
        pause.current = setTimeout(calculate, PAUSE_MS, false);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        calculate(true);
      }}
    >
      <div className="stack-6 noscript:hidden">
        <div className="grid items-end gap-4 sm:grid-cols-2">{MAIN_FIELDS.map(fieldFor)}</div>
        <details>
          <summary className="cursor-pointer py-2 font-semibold text-action">
            Change the other figures
          </summary>
          {isHydrated &&
            MORE_FIELDS.map(({ heading, fields }) => (
              <fieldset key={heading} className="stack-6 mt-8">
                <legend className="mb-2 font-display text-h4 font-semibold">{heading}</legend>
                {fields.map(fieldFor)}
              </fieldset>
            ))}
        </details>
        <details>
          <summary className="cursor-pointer py-2 font-semibold text-action">
            Where our figures come from
          </summary>
          {isHydrated && <Sources />}
        </details>
      </div>
      <div role="status" className="my-6 border-t-2 border-ink pt-4">
        {problem && <p className="mb-3 font-semibold text-danger">{problem}</p>}
        <p className="font-display text-h4 font-semibold">{result}</p>
        <p className="mt-3">{advice}</p>
      </div>
      <Results inputs={inputs} />
      <p>{`${waitingOf(inputs)} ${equalOfferOf(inputs)}`}</p>
      {isHydrated && (
        <p className="mt-3 hidden wrap-anywhere print:block">
          {`Made on ${new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })} at ${window.location.href}. An estimate from the figures above, not an offer or advice.`}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3 print:hidden noscript:hidden">
        <Button variant="secondary" onClick={() => void copyLink()}>
          Copy the link
        </Button>
        <Button variant="secondary" onClick={print}>
          Print
        </Button>
        <output className="self-center font-semibold">{copied}</output>
      </div>
    </form>
  );
}
