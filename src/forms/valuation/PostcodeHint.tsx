import { useEffect, useState } from 'react';
import { hintFor, type Hint } from './postcode-hint.ts';

type Props = { id: string; fieldId: string };

/**
 * The line below the postcode: where the postcode is, with the nearest page of ours. It never refuses one, and nothing is
 * sent anywhere. It has the height of its longest text from the start, so that the choices below stay in place, and
 * changes only when the district is certain, so that screen readers do not announce each key.
 */
export function PostcodeHint({ id, fieldId }: Props) {
  const [{ text, link }, setHint] = useState<Hint>(() => hintFor('', false, ''));

  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLInputElement)) return;
    const update = () => {
      const next = hintFor(field.value, document.activeElement !== field, window.location.pathname);
      setHint((shown) => (shown.text === next.text ? shown : next));
    };
    // Also when a draft is restored and when the form is emptied, which fire no event.
    update();
    field.addEventListener('input', update);
    field.addEventListener('focusout', update);
    return () => {
      field.removeEventListener('input', update);
      field.removeEventListener('focusout', update);
    };
  });

  return (
    <output id={id} className="mt-1.5 block min-h-[2lh] text-small text-ink-soft">
      {text}
      {link && (
        <>
          {' '}
          <a href={link.href} className="font-semibold text-action underline">
            {link.label}
          </a>
        </>
      )}
    </output>
  );
}
