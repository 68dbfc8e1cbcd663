import { useEffect, useEffectEvent, useRef, useState, type InputEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { FieldError, Lead, Validation } from '../../../supabase/functions/_shared/lead/lead.ts';
import {
  FAILURE_NOTICES,
  FAULTS_SUMMARY,
  NOT_SENT_SUMMARY,
  SUCCESS_NOTICES,
  TOO_MANY_NOTICE,
  VALIDATION_ERROR_TITLE,
  type Notice,
} from '../../../supabase/functions/_shared/lead/notices.ts';
import { suspectReasonsOf } from '../../../supabase/functions/_shared/lead/suspicion.ts';
import { clearDraft, readDraft, writeDraft, type Draft } from '../../lib/draft.ts';
import { nextPaint } from '../../lib/next-paint.ts';
import { prepareToSend, sendLead } from '../../lib/send-lead.ts';
import { submissionFor } from '../../lib/submission.ts';
import { clearToasts, prepareToasts, showDestructiveToast, showToast } from '../ui/toast/toast.ts';
import {
  clearFields,
  fillEmptyFields,
  readAnswers,
  readServerErrors,
  readServerSummary,
  readTrap,
} from './answers.ts';

type Options<Field extends string> = {
  formRef: RefObject<HTMLFormElement | null>;
  source: Lead['source'];
  fields: readonly Field[];
  /** Where the visitor is, in a form of several steps: kept with the draft. */
  step?: number | undefined;
  /** Whether the form may be sent from here: what sending takes is then loaded. */
  isLastPart: boolean;
  validate: (answers: Record<Field, string>) => Validation<Field, Lead>;
  /** The form is alive, its draft restored. `firstFault` is what the server found, when it answered. */
  onReady?: (draft: Draft | undefined, firstFault: Field | undefined) => void;
  /** Brings a faulty field into sight and focuses it. */
  onFault: (form: HTMLFormElement, field: Field) => void;
  onSent: () => void;
};

type Status = 'loading' | 'editing' | 'submitting' | 'sent';

type Faults<Field extends string> = { summary: Notice | undefined; fieldErrors: FieldError<Field>[] };

const NO_FAULTS = { summary: undefined, fieldErrors: [] };

/** Loads what sending takes, so that it is there when the button is pressed: not before the answer to this press. */
async function prepare() {
  await nextPaint();
  prepareToSend();
  prepareToasts();
}

/** What both forms share: answers kept, checked, sent once, and a word about each outcome. */
export function useLeadForm<Field extends string>(options: Options<Field>) {
  const { formRef, source, fields, step, isLastPart, validate } = options;
  const { onReady, onFault, onSent } = options;
  const draft = useRef<Draft>({ answers: {} });
  const sending = useRef(false);
  /** When the form came alive empty; what it was filled with before that took nobody knows how long. */
  const emptySince = useRef<number>(undefined);
  const [status, setStatus] = useState<Status>('loading');
  const [faults, setFaults] = useState<Faults<Field>>(NO_FAULTS);

  const wakeUp = useEffectEvent(() => {
    const form = formRef.current;
    if (!form) return;
    const kept = readDraft(source);
    if (kept) fillEmptyFields(form, kept.answers);
    // With what was typed before the script was there.
    draft.current = { ...kept, answers: readAnswers(form, fields) };
    if (!Object.values(draft.current.answers).some(Boolean)) emptySince.current = performance.now();
    const fieldErrors = readServerErrors(form, fields);
    setFaults({ summary: readServerSummary(form), fieldErrors });
    setStatus('editing');
    onReady?.(kept, fieldErrors[0]?.field);
  });
  useEffect(() => {
    wakeUp();
  }, []);

  /** Keeps the answers for a reload. */
  function remember(submission = draft.current.submission) {
    if (!formRef.current) return;
    draft.current = { answers: readAnswers(formRef.current, fields), step, submission };
    writeDraft(source, draft.current);
  }

  // Only with an answer to keep: nothing is stored for somebody who merely looks.
  const rememberStep = useEffectEvent(() => {
    if (Object.values(draft.current.answers).some(Boolean)) remember();
  });
  useEffect(() => {
    rememberStep();
  }, [step]);

  useEffect(() => {
    if (step && isLastPart) void prepare();
  }, [step, isLastPart]);

  function forget(form: HTMLFormElement) {
    clearFields(form);
    draft.current = { answers: {} };
    clearDraft(source);
  }

  function refuse(form: HTMLFormElement, fieldErrors: FieldError<Field>[]) {
    // Painted before the focus moves, so that the message is there to be read with the field.
    flushSync(() => {
      setFaults({ summary: FAULTS_SUMMARY, fieldErrors });
    });
    const [first] = fieldErrors;
    if (!first) return;
    showDestructiveToast({ title: VALIDATION_ERROR_TITLE, description: first.message });
    onFault(form, first.field);
  }

  async function deliver(form: HTMLFormElement, lead: Lead) {
    setFaults(NO_FAULTS);
    clearToasts();
    setStatus('submitting');
    const submission = submissionFor(lead, draft.current.submission);
    remember(submission);
    const suspectReasons = suspectReasonsOf({
      trap: readTrap(form),
      ageMs: emptySince.current === undefined ? undefined : performance.now() - emptySince.current,
    });
    const result = await sendLead(lead, submission.id, suspectReasons);
    if (!result.ok) {
      setStatus('editing');
      setFaults({ summary: result.tooMany ? TOO_MANY_NOTICE : NOT_SENT_SUMMARY, fieldErrors: [] });
      showDestructiveToast(FAILURE_NOTICES[source]);
      return;
    }
    forget(form);
    flushSync(() => {
      setStatus('sent');
    });
    showToast(SUCCESS_NOTICES[source]);
    onSent();
  }

  async function submit() {
    const form = formRef.current;
    if (!form || sending.current) return;
    sending.current = true;
    try {
      // The press shows before its outcome: to check and to say what is wrong takes a slow phone several frames.
      await nextPaint();
      const validation = validate(readAnswers(form, fields));
      if (validation.ok) await deliver(form, validation.lead);
      else refuse(form, validation.fieldErrors);
    } finally {
      sending.current = false;
      setStatus((current) => (current === 'submitting' ? 'editing' : current));
    }
  }

  function handleInput({ target }: InputEvent<HTMLFormElement>) {
    remember();
    if (isLastPart) void prepare();
    if (target instanceof Element) dropFault(target.getAttribute('name'));
  }

  /** A fault goes when its field is changed, the summary with the last of them. */
  function dropFault(name: string | null) {
    if (!faults.fieldErrors.some(({ field }) => field === name)) return;
    const fieldErrors = faults.fieldErrors.filter(({ field }) => field !== name);
    setFaults({ summary: fieldErrors.length ? faults.summary : undefined, fieldErrors });
  }

  return {
    hydrated: status !== 'loading',
    submitting: status === 'submitting',
    sent: status === 'sent',
    ...faults,
    errorFor: (name: Field) => faults.fieldErrors.find(({ field }) => field === name)?.message,
    submit,
    /** The visitor has begun anew: what was said about the last one goes. */
    startAnew: () => {
      setStatus((current) => (current === 'sent' ? 'editing' : current));
    },
    formProps: {
      method: 'post',
      // `wake-islands.ts` has set two attributes of a form that waits.
      suppressHydrationWarning: true,
      'data-lead-form': source,
      noValidate: status !== 'loading',
      onInput: handleInput,
    } as const,
  };
}
