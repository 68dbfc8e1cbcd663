/**
 * A header with the id of the user who made a change. It never leaves the browser: the client in `supabase-clients.ts`
 * removes it before sending the request. If somebody else has since signed in in another tab, the client does not send
 * the request, and returns status 403 itself.
 */
export const USER_HEADER = 'x-only-as';
