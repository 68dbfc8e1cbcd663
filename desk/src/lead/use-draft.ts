import { useEffect, useState } from 'react';
import type { Lead } from '../api/types.ts';
import { baseAfter, baseOf, type Base } from '../changes/base.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { clearDraft, readDraft, writeDraft } from '../lib/drafts.ts';

type DraftOf<Field extends string> = {
  values: Record<Field, string>;
  change: (changes: Partial<Record<Field, string>>) => void;
  forget: () => void;
  /** The lead as it was when somebody began to type, perhaps before a reload. */
  base: Base;
};

/** The fields of a form, kept as they are typed. */
export function useDraft<Field extends string>(
  key: string,
  lead: Lead,
  initial: Record<Field, string>,
): DraftOf<Field> {
  const [kept] = useState(() => readDraft(key));
  const [values, setValues] = useState<Record<Field, string>>(() => ({ ...initial, ...kept?.values }));
  const [base, setBase] = useState(() => kept?.base ?? baseOf(lead));
  useEffect(
    () =>
      outbox.onStored((stored, after) => {
        setBase((before) => baseAfter(before, stored, after));
      }),
    [],
  );
  return {
    values,
    change: (changes) => {
      const next = { ...values, ...changes };
      setValues(next);
      writeDraft(key, { values: next, base });
    },
    forget: () => {
      clearDraft(key);
      setValues(initial);
    },
    base,
  };
}
