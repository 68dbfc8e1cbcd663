import * as z from 'zod';
import { characterCount } from '#lead/text.ts';
import { allOf } from '../database/statement.ts';
import { text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofVersion, saveCase } from './change.ts';
import { trimmed } from './events.ts';

/** Says what staff must know before they contact the seller. */
export const setContactRules = defineChange({
  name: 'set_contact_rules',
  given: z.object({
    ...ofVersion,
    do_not_call: z.boolean('Yes or no?'),
    vulnerable: z.boolean('Yes or no?'),
    contact_rules: text.nullable(),
  }),
  async work({ db, current, record }, { do_not_call, vulnerable, contact_rules }) {
    const rules = trimmed(contact_rules);
    refuseUnless(
      characterCount(rules ?? '') <= 1000,
      'contact_rules',
      'This is longer than 1,000 characters.',
    );
    current.do_not_call = do_not_call;
    current.vulnerable = vulnerable;
    current.contact_rules = rules;
    await allOf([saveCase(db, current), record('contact_rules_set', { do_not_call, vulnerable })]);
  },
});
