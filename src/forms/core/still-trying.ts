/** The message at a form's submit button when sending takes long or the browser is offline. */
export const STILL_TRYING = 'Still trying to send this. Your answers are safe.';
