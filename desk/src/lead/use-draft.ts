import { useState } from 'react';
import { clearDraft, readDraft, writeDraft } from '../lib/drafts.ts';

/**
 * The fields of a form, kept as they are typed.
 *
 * @returns the values, a function that changes some of them, and one that forgets them all
 */
export function useDraft<Field extends string>(
  key: string,
  initial: Record<Field, string>,
): [
  values: Record<Field, string>,
  change: (changes: Partial<Record<Field, string>>) => void,
  forget: () => void,
] {
  const [values, setValues] = useState<Record<Field, string>>(() => ({ ...initial, ...readDraft(key) }));
  const change = (changes: Partial<Record<Field, string>>) => {
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
