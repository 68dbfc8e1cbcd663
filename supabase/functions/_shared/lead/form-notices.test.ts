import { expect, test } from 'vitest';
import { FAILURE_NOTICES, SUCCESS_NOTICES, VALIDATION_ERROR_TITLE } from './form-notices.ts';

test('the texts are those of the firm’s specification, section 8', () => {
  expect({ VALIDATION_ERROR_TITLE, SUCCESS_NOTICES, FAILURE_NOTICES }).toEqual({
    VALIDATION_ERROR_TITLE: 'Validation Error',
    SUCCESS_NOTICES: {
      valuation_form: {
        title: 'Valuation Request Submitted!',
        description: "We'll contact you within 24 hours with your cash offer.",
      },
      chat_widget: { title: 'Message sent!', description: "We'll get back to you shortly." },
    },
    FAILURE_NOTICES: {
      valuation_form: { title: 'Submission failed', description: 'Please try again or contact us directly.' },
      chat_widget: { title: 'Submission failed', description: 'Please try again or call us directly.' },
    },
  });
});
