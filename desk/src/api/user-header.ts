/**
 * An internal header with the id of the user who made a change; the client removes it before it sends the request. If
 * another tab has signed in somebody else since, the client does not send the request but answers with a refusal.
 */
export const USER_HEADER = 'x-only-as';
