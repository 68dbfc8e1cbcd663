import type { Lead } from './lead.ts';

/**
 * A message to the visitor after submitting. The firm's specification (section 8) sets the texts of
 * `VALIDATION_ERROR_TITLE`, `SUCCESS_NOTICES` and `FAILURE_NOTICES`, which are shown as toasts.
 */
export type Notice = { title: string; description: string };

export const VALIDATION_ERROR_TITLE = 'Validation Error';

export const SUCCESS_NOTICES: Record<Lead['source'], Notice> = {
  valuation_form: {
    title: 'Valuation Request Submitted!',
    description: "We'll contact you within 24 hours with your cash offer.",
  },
  chat_widget: { title: 'Message sent!', description: "We'll get back to you shortly." },
};

export const FAILURE_NOTICES: Record<Lead['source'], Notice> = {
  valuation_form: { title: 'Submission failed', description: 'Please try again or contact us directly.' },
  chat_widget: { title: 'Submission failed', description: 'Please try again or call us directly.' },
};

export const ERROR_SUMMARY: Notice = {
  title: 'There is a problem',
  description: 'Please check these answers:',
};

/** Why a lead was not sent, as far as the browser knows. */
export const NOT_SENT_REASONS = ['refused', 'offline', 'unanswered', 'too-many'] as const;

export type NotSentReason = (typeof NOT_SENT_REASONS)[number];

/** Shown when a rate limit refused the lead. */
export const TOO_MANY_NOTICE: Notice = {
  title: 'Please wait a moment',
  description:
    'Your answers are still here. Too many forms reached us in a short time, so this one is not sent yet. Send it again later, or contact us directly.',
};

/**
 * Shown at the submit button when the lead was not sent, until the visitor edits the form. Links to e-mail, WhatsApp and
 * telephone follow.
 */
export const NOT_SENT_NOTICES: Record<NotSentReason, Notice> = {
  refused: {
    title: 'Not sent yet. Your answers are safe.',
    description: 'They are still in the form. Send them again as they are, or contact us directly.',
  },
  offline: {
    title: 'Not sent yet. Your answers are safe.',
    description:
      'There is no internet connection. Send them again when there is one, or contact us directly.',
  },
  unanswered: {
    title: 'Your answers are safe, but we cannot tell whether they reached us.',
    description: 'No reply came back. Send them again: they count only once. Or contact us directly.',
  },
  'too-many': TOO_MANY_NOTICE,
};

/**
 * The ids of the elements that confirm a sent form. The server redirects a form posted without JavaScript to `#` and
 * the id.
 */
export const SENT_IDS = {
  valuation_form: 'valuation-sent',
  chat_widget: 'chat-sent',
} as const satisfies Record<Lead['source'], string>;
