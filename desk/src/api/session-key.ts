/** The key in local storage under which the sign-in client keeps its session. */
export const SESSION_KEY = 'sb-desk-auth-token';
