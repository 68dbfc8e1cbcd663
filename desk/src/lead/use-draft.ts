import { useEffect, useState } from 'react';
import type { Card, Lead } from '../api/types.ts';
import { baseAfter, baseOf, type Base } from '../changes/base.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { clearDraft, readDraft, writeDraft } from '../changes/drafts.ts';

/** What is wrong with each field. */
type Errors<Field extends string> = Partial<Record<Field, string>>;

export type Draft<Field extends string> = {
  values: Record<Field, string>;
  errors: Errors<Field>;
  setErrors: (errors: Errors<Field>) => void;
  /** Stores new values, and clears the errors of the changed fields. */
  change: (changes: Partial<Record<Field, string>>) => void;
  /** The props of a field. */
  field: (name: Field) => { value: string; error: string | undefined; onText: (text: string) => void };
  forget: () => void;
  /** The lead as it was when the edit started, which may have been before a reload. */
  base: Base;
};

/**
 * The values and errors of a form. Every change stores the values as a draft, from which the form starts when it is
 * opened again.
 */
export function useDraft<Field extends string>(
  key: string,
  lead: Lead | Card,
  initial: Record<Field, string>,
): Draft<Field> {
  const [kept] = useState(() => readDraft(key));
  const [values, setValues] = useState<Record<Field, string>>(() => ({ ...initial, ...kept?.values }));
  const [errors, setErrors] = useState<Errors<Field>>({});
  const [base, setBase] = useState(() => kept?.base ?? baseOf(lead));
  useEffect(
    () => outbox.onStored((stored, after) => setBase((before) => baseAfter(before, stored, after))),
    [],
  );
  const change: Draft<Field>['change'] = (changes) => {
    const next = { ...values, ...changes };
    setValues(next);
    const isLeft = ([name]: [string, unknown]) => !(name in changes);
    setErrors(Object.fromEntries(Object.entries(errors).filter(isLeft)) as Errors<Field>);
    writeDraft(key, { values: next, base });
  };
  return {
    values,
    errors,
    setErrors,
    change,
    field: (name) => ({
      value: values[name],
      error: errors[name],
      onText: (text) => change({ [name]: text } as Partial<Record<Field, string>>),
    }),
    forget: () => {
      clearDraft(key);
      setValues(initial);
    },
    base,
  };
}
