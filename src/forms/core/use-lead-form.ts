import { useEffect, useEffectEvent, useRef, useState, type InputEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { FAILURE_NOTICES, SENT_IDS, SUCCESS_NOTICES, type NotSentReason } from '#lead/form-notices.ts';
import type { Lead, Validation } from '#lead/lead.ts';
import {
  clearToasts,
  prepareToasts,
  showDestructiveToast,
  showToast,
} from '../../components/ui/toast/toast.ts';
import { isFreshVisit, isReload } from '../../lib/is-fresh-visit.ts';
import { nextPaint } from '../../lib/next-paint.ts';
import { readDraft, type Draft } from './draft.ts';
import { readAnswers, toastSubjectsOf } from './form-answers.ts';
import { wasSent } from './form-storage.ts';
import { forgetReceipt, keepReceipt, readReceipt, type Receipt } from './receipt.ts';
import { prepareToSend } from './send-lead.ts';
import { hasAnswers, useFormDraft } from './use-form-draft.ts';
import { useFormErrors } from './use-form-errors.ts';
import { deliver } from './deliver.ts';

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
  /** Shows a field with an error and focuses it. */
  onError: (form: HTMLFormElement, field: Field) => void;
  onSent: () => void;
};

/** After this time the visitor reads that the form is still being sent. */
const STILL_TRYING_AFTER_MS = 3_000;

type Status = 'loading' | 'editing' | 'submitting' | 'sent';

/**
 * The receipt of a form that the server has just stored without JavaScript: it has redirected to the confirmation, or
 * responded with the page in which it has filled in the link to the seller's own page.
 */
function sentWithoutJavaScript(source: Lead['source']): Receipt<never> | undefined {
  if (!isFreshVisit()) return undefined;
  const id = `#${SENT_IDS[source]}`;
  const link = document.querySelector<HTMLAnchorElement>(`${id}[data-shown] [data-enquiry-link] a`)?.href;
  return link !== undefined || window.location.hash === id ? { link } : undefined;
}

/** Preloads the modules for sending, after the browser has painted the response to the current input. */
async function preload() {
  await nextPaint();
  prepareToSend();
  prepareToasts();
}

/** Calls the listener when the page returns from the back/forward cache. */
function useReturnFromCache(listener: () => void) {
  const resume = useEffectEvent(listener);
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) resume();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);
}

/** Tells the visitor that the form was not sent, at its button and in a toast. */
function showFailure(form: HTMLFormElement, source: Lead['source']) {
  const row = form.querySelector('[data-sending-note]')?.parentElement;
  row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  showDestructiveToast(FAILURE_NOTICES[source], toastSubjectsOf(form));
}

function showSuccess(source: Lead['source']) {
  const confirmation = document.getElementById(SENT_IDS[source])?.firstElementChild;
  showToast(SUCCESS_NOTICES[source], confirmation ? [confirmation] : []);
}

/** The behaviour of both forms: keeping a draft, validation, sending once, and messages about the outcome. */
export function useLeadForm<Field extends string, FormLead extends Lead>(options: Options<Field, FormLead>) {
  const { formRef, source, fields, step, canSubmit, validate, onReady, onError, onSent } = options;
  const formDraft = useFormDraft({ formRef, source, fields, step });
  const { draft, save, restore, replace } = formDraft;
  const { errors, show, adopt, clear, reset } = useFormErrors(onError);
  const sending = useRef(false);
  const [status, setStatus] = useState<Status>('loading');
  const [stillTrying, setStillTrying] = useState(false);
  const [notSent, setNotSent] = useState<NotSentReason>();
  const [receipt, setReceipt] = useState<Receipt<FormLead>>();

  const initialise = useEffectEvent(() => {
    const form = formRef.current;
    if (!form) return;
    const kept = restore(form);
    const firstError = adopt(form, fields);
    setNotSent(kept?.notSent);
    const sent = isReload() && !kept ? readReceipt(source) : sentWithoutJavaScript(source);
    setReceipt(sent);
    setStatus(sent ? 'sent' : 'editing');
    onReady?.(kept, firstError);
  });
  useEffect(() => {
    initialise();
  }, []);

  /**
   * A page from the back/forward cache still has the answers from when the visitor left it. Another page may have
   * changed the draft since then, or sent the form.
   */
  useReturnFromCache(() => {
    const form = formRef.current;
    const kept = readDraft(source);
    if (!form || !(kept ?? wasSent(source))) return;
    replace(form, kept);
    reset();
    setNotSent(kept?.notSent);
    if (kept) dismissSent();
    else setReceipt((last) => last && { reference: last.reference, link: last.link });
    onReady?.(kept, undefined);
  });

  // Nothing is stored before the visitor has given an answer.
  const saveStep = useEffectEvent(() => {
    if (hasAnswers(draft.current)) save();
  });
  useEffect(() => {
    saveStep();
  }, [step]);

  useEffect(() => {
    if (step && canSubmit) void preload();
  }, [step, canSubmit]);

  async function send(form: HTMLFormElement, lead: FormLead) {
    reset();
    setNotSent(undefined);
    clearToasts();
    setStatus('submitting');
    const timer = setTimeout(setStillTrying, STILL_TRYING_AFTER_MS, true);
    const outcome = await deliver(form, lead, formDraft);
    clearTimeout(timer);
    setStillTrying(false);
    if (typeof outcome === 'string') {
      flushSync(() => {
        setStatus('editing');
        setNotSent(outcome);
      });
      showFailure(form, source);
      return;
    }
    replace(form);
    keepReceipt(source, outcome);
    flushSync(() => {
      setStatus('sent');
      setReceipt(outcome);
    });
    onSent();
    showSuccess(source);
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
      if (validation.ok) await send(form, validation.lead);
      else show(form, validation.fieldErrors);
    } finally {
      sending.current = false;
      setStatus((current) => (current === 'submitting' ? 'editing' : current));
    }
  }

  function handleInput({ target }: InputEvent<HTMLFormElement>) {
    save({ notSent: undefined });
    setNotSent(undefined);
    if (canSubmit) void preload();
    if (target instanceof Element) clear(target.getAttribute('name'));
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
