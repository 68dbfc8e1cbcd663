/**
 * The header that names the person whose session a request may go out with. It is taken off before the request is sent:
 * another tab may have signed in somebody else in between.
 */
export const ONLY_AS = 'x-only-as';
