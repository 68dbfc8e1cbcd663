import type { Lead } from './lead.ts';

/** What a visitor is told after submitting: the texts of the specification's section 8. */
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
