import { useState } from 'react';
import { clearDraft, readDraft, writeDraft } from '../lib/drafts.ts';

/**
 * The fields of a form, kept as they are typed.
 *
 * @returns the values, a function that changes some of them, and one that forgets them all
 */
export function useDraft<Values extends Record<string, string>>(
  key: string,
  initial: Values,
): [values: Values, change: (changes: Partial<Values>) => void, forget: () => void] {
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...readDraft(key) }));
  const change = (changes: Partial<Values>) => {
    const next = { ...values, ...changes };
    setValues(next);
    writeDraft(key, next);
  };
  const forget = () => {
    clearDraft(key);
    setValues(initial);
  };
  return [values, change, forget];
}
