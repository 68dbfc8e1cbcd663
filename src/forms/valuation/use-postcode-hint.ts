import { useEffect, useState } from 'react';
import { hintFor, type Hint } from './postcode-hint.ts';

/**
 * The hint for the postcode in a field: the name of its place, and a link to our nearest city page. The hint changes
 * only when the district is certain, so that screen readers do not announce every keystroke.
 */
export function usePostcodeHint(fieldId: string): Hint {
  const [hint, setHint] = useState<Hint>(() => hintFor('', false, ''));

  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLInputElement)) return;
    const update = () => {
      const isFinished = document.activeElement !== field;
      const next = hintFor(
        field.value,
        isFinished,
        window.location.pathname,
        document.body.dataset.districts,
      );
      setHint((shown) => (shown.text === next.text ? shown : next));
    };
    // This effect runs after every render, because restoring a draft and emptying the form fire no event.
    update();
    field.addEventListener('input', update);
    field.addEventListener('focusout', update);
    return () => {
      field.removeEventListener('input', update);
      field.removeEventListener('focusout', update);
    };
  });

  return hint;
}
