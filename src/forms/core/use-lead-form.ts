import { useEffect, useEffectEvent, useRef, useState, type InputEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { FieldError, Lead, Validation } from '#lead/lead.ts';
import {
  FAILURE_NOTICES,
  ERROR_SUMMARY,
  SENT_IDS,
  SUCCESS_NOTICES,
  VALIDATION_ERROR_TITLE,
  type Notice,
  type NotSentReason,
} from '#lead/form-notices.ts';
import { enquiryLink } from '#lead/enquiry-key.ts';
import { referenceOf } from '#lead/reference.ts';
import { suspectReasonsOf } from '#lead/suspicion.ts';
import { clearFields } from './clear-fields.ts';
import { readDraft, writeDraft, type Draft } from './draft.ts';
import { wasSent } from './form-storage.ts';
import { forgetReceipt, keepReceipt, readReceipt, type Receipt } from './receipt.ts';
import { isFreshVisit, isReload } from '../../lib/is-fresh-visit.ts';
import { nextPaint } from '../../lib/next-paint.ts';
import { prepareToSend, sendLead } from './send-lead.ts';
import { originOfVisit } from './origin-of-visit.ts';
import { submissionFor } from './submission.ts';
import {
  clearToasts,
  prepareToasts,
  showDestructiveToast,
  showToast,
} from '../../components/ui/toast/toast.ts';
import {
  fillEmptyFields,
  readAnswers,
  readHoneypot,
  readServerErrors,
  readServerSummary,
  toastSubjectsOf,
} from './form-answers.ts';

type Options<Field extends string, FormLead extends Lead> = {
  formRef: RefObject<HTMLFormElement | null>;
  source: FormLead['source'];
  fields: readonly Field[];
  /** The current step of a form with several steps, saved with the draft. */
  step?: number | undefined;
  /** Whether the form can be sent from the current step. The modules for sending are then preloaded. */
  canSubmit: boolean;
  validate: (answers: Record<Field, string>) => Validation<Field, FormLead>;
  /**
   * Called after hydration, with the draft and the first field for which the server rendered an error. Called again,
   * with the draft only, when the page returns from the back/forward cache.
   */
  onReady?: (draft: Draft | undefined, firstError: Field | undefined) => void;
  onError: (form: HTMLFormElement, field: Field) => void;
  onSent: () => void;
};

type Status = 'loading' | 'editing' | 'submitting' | 'sent';

/** After this time the visitor reads that the form is still being sent. */
const STILL_TRYING_AFTER_MS = 3_000;

type Errors<Field extends string> = { summary: Notice | undefined; fieldErrors: FieldError<Field>[] };

const NO_ERRORS = { summary: undefined, fieldErrors: [] };

/**
 * The receipt of a form that the server has just stored without JavaScript: it has redirected to the confirmation, or
 * responded with the page in which it has filled in the reference and the link to the seller's own page.
 */
function sentWithoutJavaScript(source: Lead['source']): Receipt<never> | undefined {
  if (!isFreshVisit()) return undefined;
  const id = `#${SENT_IDS[source]}`;
  const shown = document.querySelector(`${id}[data-shown]`);
  if (!shown) return window.location.hash === id ? {} : undefined;
  const link = shown.querySelector<HTMLAnchorElement>('[data-enquiry-link]:not([hidden]) a')?.href;
  return { reference: shown.querySelector('[data-reference]')?.textContent, link };
}

/** Preloads the modules for sending, after the browser has painted the response to the current input. */
async function preload() {
  await nextPaint();
  prepareToSend();
  prepareToasts();
}

/** The behaviour of both forms: keeping a draft, validation, sending once, and messages about the outcome. */
export function useLeadForm<Field extends string, FormLead extends Lead>(options: Options<Field, FormLead>) {
  const { formRef, source, fields, step, canSubmit, validate, onReady, onError, onSent } = options;
  const draft = useRef<Draft>({ answers: {} });
  const sending = useRef(false);
  /**
   * The time of hydration if the form was empty then. Otherwise undefined, because it is unknown when the visitor began
   * to fill in the form.
   */
  const emptySince = useRef<number>(undefined);
  const [status, setStatus] = useState<Status>('loading');
  const [stillTrying, setStillTrying] = useState(false);
  const [notSent, setNotSent] = useState<NotSentReason>();
  const [receipt, setReceipt] = useState<Receipt<FormLead>>();
  const [errors, setErrors] = useState<Errors<Field>>(NO_ERRORS);

  const initialise = useEffectEvent(() => {
    const form = formRef.current;
    if (!form) return;
    const kept = readDraft(source);
    if (kept) fillEmptyFields(form, kept.answers);
    // The answers include what the visitor typed before hydration.
    draft.current = { ...kept, answers: readAnswers(form, fields) };
    if (!Object.values(draft.current.answers).some(Boolean)) emptySince.current = performance.now();
    const fieldErrors = readServerErrors(form, fields);
    setErrors({ summary: readServerSummary(form), fieldErrors });
    setNotSent(kept?.notSent);
    const sent = isReload() && !kept ? readReceipt(source) : sentWithoutJavaScript(source);
    if (sent) keepReceipt(source, sent);
    setReceipt(sent);
    setStatus(sent ? 'sent' : 'editing');
    onReady?.(kept, fieldErrors[0]?.field);
  });
  useEffect(() => {
    initialise();
  }, []);

  /**
   * A page from the back/forward cache still has the answers from when the visitor left it. Another page may have
   * changed the draft since then, or sent the form.
   */
  const resume = useEffectEvent(() => {
    const form = formRef.current;
    const kept = readDraft(source);
    if (!form || !(kept ?? wasSent(source))) return;
    clearFields(form);
    fillEmptyFields(form, kept?.answers ?? {});
    draft.current = kept ?? { answers: {} };
    setErrors(NO_ERRORS);
    setNotSent(kept?.notSent);
    if (kept) dismissSent();
    else setReceipt((last) => last && { ...readReceipt(source), isReloaded: last.isReloaded });
    onReady?.(kept, undefined);
  });
  useEffect(() => {
    const listener = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resume();
    };
    window.addEventListener('pageshow', listener);
    return () => {
      window.removeEventListener('pageshow', listener);
    };
  }, []);

  // The confirmation of a page that is left open forgets the reference and the link too.
  const hasReceipt = receipt !== undefined;
  useEffect(() => {
    if (!hasReceipt) return;
    const timer = setInterval(() => {
      if (!readReceipt(source)) setReceipt({});
    }, 60_000);
    return () => {
      clearInterval(timer);
    };
  }, [hasReceipt, source]);

  function saveDraft(changes: Partial<Draft> = {}) {
    if (!formRef.current) return;
    draft.current = { ...draft.current, ...changes, answers: readAnswers(formRef.current, fields), step };
    writeDraft(source, draft.current);
  }

  // Nothing is stored before the visitor has given an answer.
  const saveStep = useEffectEvent(() => {
    if (Object.values(draft.current.answers).some(Boolean)) saveDraft();
  });
  useEffect(() => {
    saveStep();
  }, [step]);

  useEffect(() => {
    if (step && canSubmit) void preload();
  }, [step, canSubmit]);

  function reset(form: HTMLFormElement, sent: Receipt) {
    clearFields(form);
    draft.current = { answers: {} };
    keepReceipt(source, sent);
  }

  function showErrors(form: HTMLFormElement, fieldErrors: FieldError<Field>[]) {
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

  async function deliver(form: HTMLFormElement, lead: FormLead) {
    setErrors(NO_ERRORS);
    setNotSent(undefined);
    clearToasts();
    setStatus('submitting');
    const submission = await submissionFor(lead, draft.current.submission, new Date(), originOfVisit());
    // If the page is reloaded during sending, the form then says that we cannot tell whether the answers arrived.
    saveDraft({ submission: { ...submission, wasTried: true }, notSent: 'unanswered' });
    const suspectReasons = suspectReasonsOf({
      honeypot: readHoneypot(form),
      fillMs: emptySince.current === undefined ? undefined : performance.now() - emptySince.current,
    });
    const timer = setTimeout(setStillTrying, STILL_TRYING_AFTER_MS, true);
    const result = await sendLead(lead, submission, suspectReasons);
    clearTimeout(timer);
    setStillTrying(false);
    if (!result.ok) {
      const wasTried = submission.wasTried === true || result.reason === 'unanswered';
      saveDraft({ submission: { ...submission, wasTried }, notSent: result.reason });
      flushSync(() => {
        setStatus('editing');
        setNotSent(result.reason);
      });
      const row = form.querySelector('[data-sending-note]')?.parentElement;
      row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      showDestructiveToast(FAILURE_NOTICES[source], toastSubjectsOf(form));
      return;
    }
    const link = result.key && enquiryLink(window.location.origin, result.key);
    const sent = { reference: referenceOf(submission.id), link, lead };
    reset(form, sent);
    flushSync(() => {
      setStatus('sent');
      setReceipt(sent);
    });
    onSent();
    const confirmation = document.getElementById(SENT_IDS[source])?.firstElementChild;
    showToast(SUCCESS_NOTICES[source], confirmation ? [confirmation] : []);
  }

  async function submit() {
    const form = formRef.current;
    if (!form || sending.current) return;
    sending.current = true;
    try {
      // The browser first paints the pressed button, because validating and showing the errors takes several frames on
      // a slow phone.
      await nextPaint();
      const validation = validate(readAnswers(form, fields));
      if (validation.ok) await deliver(form, validation.lead);
      else showErrors(form, validation.fieldErrors);
    } finally {
      sending.current = false;
      setStatus((current) => (current === 'submitting' ? 'editing' : current));
    }
  }

  function handleInput({ target }: InputEvent<HTMLFormElement>) {
    saveDraft({ notSent: undefined });
    setNotSent(undefined);
    if (canSubmit) void preload();
    if (target instanceof Element) clearError(target.getAttribute('name'));
  }

  /** Removes a field's error and the toast when the field changes, and the summary with the last error. */
  function clearError(name: string | null) {
    if (!errors.fieldErrors.some(({ field }) => field === name)) return;
    clearToasts();
    const fieldErrors = errors.fieldErrors.filter(({ field }) => field !== name);
    setErrors({ summary: fieldErrors.length ? errors.summary : undefined, fieldErrors });
  }

  function dismissSent() {
    setStatus((current) => (current === 'sent' ? 'editing' : current));
    setReceipt(undefined);
    forgetReceipt(source);
  }

  return {
    hydrated: status !== 'loading',
    submitting: status === 'submitting',
    stillTrying,
    notSent,
    receipt,
    sent: status === 'sent',
    ...errors,
    errorFor: (name: Field) => errors.fieldErrors.find(({ field }) => field === name)?.message,
    submit,
    /** Hides the confirmation of the previous lead when the visitor begins another. */
    dismissSent,
    formProps: {
      method: 'post',
      // `hydrate-islands.ts` sets `novalidate` and `data-step` before hydration, which the server did not render.
      suppressHydrationWarning: true,
      'data-lead-form': source,
      noValidate: status !== 'loading',
      onInput: handleInput,
    } as const,
  };
}
