import { EVENT_RULES } from './events.ts';
import { MESSAGE_RULES } from './messages.ts';
import { SIGN_OUT_RULES } from './sign-out.ts';
import { STORED_SESSION_RULES } from './stored-session.ts';

/** What is proved in Node. */
export const NODE_RULES = [...EVENT_RULES, ...STORED_SESSION_RULES, ...MESSAGE_RULES, ...SIGN_OUT_RULES];
