import type { ChangeName } from '../api/calls.ts';

/** What each kind of change to a lead is called in a message such as "Saved: the next step". */
export const CHANGE_NAMES: Record<ChangeName, string> = {
  claim: 'the claim',
  release: 'the release',
  assign: 'whose lead it is',
  log_call: 'how it went',
  plan: 'the next step',
  set_stage: 'the stage',
  note: 'the note',
  offer: 'the offer',
  change_offer: 'the change of the offer',
  set_contact_rules: 'the contact rules',
  hold: 'the hold',
  trust: '“not spam”',
  distrust: '“looks like spam”',
  reply: 'the message to the seller',
  make_link: 'the seller’s link',
  end_links: 'the end of the seller’s links',
  mail_seller: 'the mail to the seller',
  merge: 'the merge',
};
