import { useRef, type RefObject } from 'react';
import type { Lead } from '#lead/lead.ts';
import { clearFields } from './clear-fields.ts';
import { readDraft, writeDraft, type Draft } from './draft.ts';
import { fillEmptyFields, readAnswers } from './form-answers.ts';

type Options<Field extends string> = {
  formRef: RefObject<HTMLFormElement | null>;
  source: Lead['source'];
  fields: readonly Field[];
  /** The current step of a form with several steps, saved with the draft. */
  step: number | undefined;
};

export const hasAnswers = ({ answers }: Draft): boolean => Object.values(answers).some(Boolean);

/** The draft of a form: its fields, and their copy in session storage until the form is sent. */
export function useFormDraft<Field extends string>({ formRef, source, fields, step }: Options<Field>) {
  const draft = useRef<Draft>({ answers: {} });
  /**
   * The time of hydration if the form was empty then. Otherwise undefined, because it is unknown when the visitor began
   * to fill in the form.
   */
  const emptySince = useRef<number>(undefined);

  function save(changes: Partial<Draft> = {}): void {
    if (!formRef.current) return;
    draft.current = { ...draft.current, ...changes, answers: readAnswers(formRef.current, fields), step };
    writeDraft(source, draft.current);
  }

  /** Fills the kept draft into the hydrated form. @returns the kept draft */
  function restore(form: HTMLFormElement): Draft | undefined {
    const kept = readDraft(source);
    if (kept) fillEmptyFields(form, kept.answers);
    // The answers include what the visitor typed before hydration.
    draft.current = { ...kept, answers: readAnswers(form, fields) };
    if (!hasAnswers(draft.current)) emptySince.current = performance.now();
    return kept;
  }

  /** Replaces the answers of the form; by default with none. */
  function replace(form: HTMLFormElement, by: Draft = { answers: {} }): void {
    clearFields(form);
    fillEmptyFields(form, by.answers);
    draft.current = by;
  }

  return {
    draft,
    save,
    restore,
    replace,
    /** How long the visitor has been filling in the form; undefined if that is unknown. */
    fillMs: () => (emptySince.current === undefined ? undefined : performance.now() - emptySince.current),
  };
}

export type FormDraft = ReturnType<typeof useFormDraft>;
