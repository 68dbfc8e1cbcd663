/**
 * An internal header with the id of the user who made a change. If another tab has signed in somebody else, the request
 * is refused; otherwise the header is removed before the request is sent.
 */
export const USER_HEADER = 'x-only-as';
