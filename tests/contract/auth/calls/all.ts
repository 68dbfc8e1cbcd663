import { ADMIN_CALLS } from './admin.ts';
import type { Call } from './call.ts';
import { CODE_AND_LINK_CALLS } from './codes-and-links.ts';
import { FACTOR_CALLS } from './factors.ts';
import { OTHER_SERVICE_CALLS } from './other-services.ts';
import { SIGN_UP_CALLS } from './sign-up.ts';
import { TOKEN_GRANT_CALLS } from './token-grants.ts';
import { USER_AND_IDENTITY_CALLS } from './user-and-identities.ts';

/** Every call that section 7 of the specification lists. */
export const CALLS: Record<string, Call[]> = {
  'Data, functions, storage, realtime': OTHER_SERVICE_CALLS,
  'Sign up': SIGN_UP_CALLS,
  'Token grants': TOKEN_GRANT_CALLS,
  'Codes, links and log-out': CODE_AND_LINK_CALLS,
  'User, identities and key set': USER_AND_IDENTITY_CALLS,
  'Second factors': FACTOR_CALLS,
  Administration: ADMIN_CALLS,
};
