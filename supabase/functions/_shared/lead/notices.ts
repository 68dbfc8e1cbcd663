import type { Lead } from './lead.ts';

/** What a visitor is told after submitting. The toasts' texts are the specification's, section 8. */
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

/** Over the list of faults, each linked to its field. */
export const FAULTS_SUMMARY: Notice = {
  title: 'There is a problem',
  description: 'Please check these answers:',
};

/** Stays over the form when the toast about a lead that could not be sent has gone. */
export const NOT_SENT_SUMMARY: Notice = {
  title: 'Your answers are still here',
  description: 'They did not reach us this time. You can send them again as they are.',
};

/** Over the form in place of the above (or of a message, without scripts) when too many were sent at once. */
export const TOO_MANY_NOTICE: Notice = {
  title: 'Please wait a little',
  description:
    'Your answers are still here. Too many forms reached us in a short time, so this one is not sent yet. Send it again later, or call us instead.',
};

/**
 * The part of a page that stays after a success and says what happens next: the server leads a visitor
 * without scripts to it.
 */
export const SENT_IDS = {
  valuation_form: 'valuation-sent',
  chat_widget: 'chat-sent',
} as const satisfies Record<Lead['source'], string>;
