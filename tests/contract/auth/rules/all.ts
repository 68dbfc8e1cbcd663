import { CALLBACK_ADDRESS_RULES } from './callback-address.ts';
import { CALL_RULES } from './calls.ts';
import { DEFAULT_RULES } from './defaults.ts';
import { EVENT_RULES } from './events.ts';
import { MESSAGE_RULES } from './messages.ts';
import type { Rule } from './rule.ts';
import { SIGN_OUT_RULES } from './sign-out.ts';
import { START_RULES } from './start-in-browser.ts';
import { STORED_SESSION_RULES } from './stored-session.ts';
import { WEBAUTHN_RULES } from './webauthn.ts';

/** What is proved in Node. */
export const NODE_RULES = [
  ...EVENT_RULES,
  ...STORED_SESSION_RULES,
  ...CALL_RULES,
  ...MESSAGE_RULES,
  ...SIGN_OUT_RULES,
  ...DEFAULT_RULES,
];

/** What needs a browser: an address, a tab, a security key. */
export const BROWSER_RULES = [...START_RULES, ...CALLBACK_ADDRESS_RULES, ...WEBAUTHN_RULES];

export const titleOf = ({ section, says, differs }: Pick<Rule<never>, 'section' | 'says' | 'differs'>) =>
  `${section}: ${says}${differs === undefined ? '' : `; but: ${differs}`}`;
