/** What a visitor reads at the button when sending takes long, or has to wait for the connection. */
export const STILL_TRYING = 'Still trying to send this. Your answers are safe.';
