import { useEffect, useState } from 'react';
import { hintFor, type Hint } from './postcode-hint.ts';

type Props = { id: string; fieldId: string };

/**
 * The hint below the postcode field: the place of the postcode, with a link to our nearest city page. It never rejects
 * a postcode and sends nothing. It always has the height of its longest text, so that the fields below do not move. It
 * changes only when the district is certain, so that screen readers do not announce every keystroke.
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
    // This effect runs after every render, because restoring a draft and emptying the form fire no event.
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
