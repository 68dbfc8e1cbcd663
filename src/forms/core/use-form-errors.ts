import { useState } from 'react';
import { flushSync } from 'react-dom';
import { ERROR_SUMMARY, VALIDATION_ERROR_TITLE, type Notice } from '#lead/form-notices.ts';
import type { FieldError } from '#lead/lead.ts';
import { clearToasts, showDestructiveToast } from '../../components/ui/toast/toast.ts';
import { readServerErrors, readServerSummary, toastSubjectsOf } from './form-answers.ts';

type Errors<Field extends string> = { summary: Notice | undefined; fieldErrors: FieldError<Field>[] };

const NO_ERRORS = { summary: undefined, fieldErrors: [] };

/**
 * The errors of a form: a message at each wrong field, a summary above the fields, and a toast.
 *
 * @param onError shows a field with an error and focuses it
 */
export function useFormErrors<Field extends string>(onError: (form: HTMLFormElement, field: Field) => void) {
  const [errors, setErrors] = useState<Errors<Field>>(NO_ERRORS);

  function show(form: HTMLFormElement, fieldErrors: FieldError<Field>[]): void {
    // The messages are rendered before the focus moves, so that a screen reader reads the message with the field.
    flushSync(() => {
      setErrors({ summary: ERROR_SUMMARY, fieldErrors });
    });
    const [first] = fieldErrors;
    if (!first) return;
    onError(form, first.field);
    showDestructiveToast(
      { title: VALIDATION_ERROR_TITLE, description: first.message },
      toastSubjectsOf(form),
    );
  }

  /** Takes over the errors that the server has rendered. @returns the first field that has one */
  function adopt(form: HTMLFormElement, fields: readonly Field[]): Field | undefined {
    const fieldErrors = readServerErrors(form, fields);
    setErrors({ summary: readServerSummary(form), fieldErrors });
    return fieldErrors[0]?.field;
  }

  /** Removes a field's error and the toast when the field changes, and the summary with the last error. */
  function clear(name: string | null): void {
    if (!errors.fieldErrors.some(({ field }) => field === name)) return;
    clearToasts();
    const fieldErrors = errors.fieldErrors.filter(({ field }) => field !== name);
    setErrors({ summary: fieldErrors.length ? errors.summary : undefined, fieldErrors });
  }

  const reset = () => {
    setErrors(NO_ERRORS);
  };

  return { errors, show, adopt, clear, reset };
}
