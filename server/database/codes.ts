/**
 * The codes of the firm's work on a lead, each with the word that the desk shows for it. The database refuses any other
 * code: the checks in `server/database/migrations` are filled from these lists. A new code also needs a migration that
 * makes the check again, for the databases that exist.
 */

/** How far a case has come, in order. */
export const STAGES = {
  new: 'New',
  contacted: 'Contacted',
  appraised: 'Valued',
  offer_made: 'Offer made',
  accepted: 'Accepted in principle',
  solicitors_instructed: 'Solicitors instructed',
  formal_offer: 'Formal offer',
  missives_concluded: 'Missives concluded',
  settled: 'Settled',
  closed: 'Closed',
} as const;
export type Stage = keyof typeof STAGES;
export const STAGE_ORDER = Object.keys(STAGES) as Stage[];

export const isBefore = (stage: Stage, other: Stage) =>
  STAGE_ORDER.indexOf(stage) < STAGE_ORDER.indexOf(other);

export const CLOSE_REASONS = {
  bought: 'We bought it',
  no_reply: 'No reply',
  not_ours: 'Not a home we can buy',
  /** The seller was told of a better way to sell. */
  route_out_given: 'Told them a better route',
  seller_withdrew: 'Seller withdrew',
  we_withdrew: 'We withdrew',
  duplicate: 'Duplicate',
  spam: 'Spam',
} as const;
export type CloseReason = keyof typeof CLOSE_REASONS;

export const NEXT_ACTIONS = {
  call: 'Call',
  write: 'Write',
  visit: 'Visit the property',
  value: 'Value the property',
  make_offer: 'Make an offer',
  wait_for_seller: 'Wait for the seller',
  wait_for_solicitor: 'Wait for the solicitor',
  other: 'Something else (see the notes)',
} as const;
export type NextAction = keyof typeof NEXT_ACTIONS;
/** The next steps that somebody else takes. */
export const WAITS: readonly NextAction[] = ['wait_for_seller', 'wait_for_solicitor'];

/** How staff tried to reach the seller. */
export const CHANNELS = { phone: 'by phone', whatsapp: 'on WhatsApp', email: 'by email' } as const;
export type Channel = keyof typeof CHANNELS;

/** How it went. */
export const OUTCOMES = {
  spoke: 'Spoke',
  no_answer: 'No answer',
  voicemail: 'Left a voicemail',
  wrong_number: 'Wrong number',
  do_not_call: 'Asked us not to call',
  message_sent: 'Message sent',
} as const;
export type Outcome = keyof typeof OUTCOMES;
/** The seller has heard from us. With every other outcome, we only tried to reach them. */
export const REACHED: readonly Outcome[] = ['spoke', 'do_not_call', 'message_sent'];

/** What the market value of an offer rests on. */
export const BASES = {
  home_report: 'Home Report',
  comparables: 'Comparable sales',
  surveyor: 'Our surveyor',
  own_view: 'Our own view',
} as const;
export type Basis = keyof typeof BASES;

export const LINE_SOURCES = {
  quote: 'A quote',
  our_estimate: 'Our estimate',
  home_report: 'The Home Report',
} as const;
export type LineSource = keyof typeof LINE_SOURCES;

/** Who bears an outlay. */
export const PAYERS = { us: 'We do', seller: 'The seller does' } as const;

/** Whose money pays. */
export const FUNDS = {
  own: 'Our own cash',
  network: 'An investor’s money',
} as const;
export type Funds = keyof typeof FUNDS;

export const OFFER_STATUSES = {
  made: 'Made',
  changed: 'Changed',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const;
export type OfferStatus = keyof typeof OFFER_STATUSES;

/** Why the firm changes or withdraws an offer. */
export const FIRMS_REASONS = {
  survey_finding: 'Survey finding',
  title: 'Title',
  information_wrong: 'What we were told was wrong',
  market: 'The market',
  ours: 'A reason of our own',
} as const;

/** Why there is another row after the first of an offer. */
export const CHANGE_REASONS = {
  ...FIRMS_REASONS,
  seller_accepted: 'The seller accepted',
  seller_declined: 'The seller declined',
} as const;
export type ChangeReason = keyof typeof CHANGE_REASONS;

/** How a complaint came. */
export const COMPLAINT_WAYS = {
  page: 'On their page',
  phone: 'By phone',
  email: 'By email',
  letter: 'By letter',
} as const;

/** How staff have sent the answer to a complaint. The seller's page has it too, and with `page` a mail of ours tells of it. */
export const ANSWER_WAYS = {
  page: 'On their page',
  email: 'By email from our mailbox too',
  letter: 'By letter too',
} as const;

export const MAIL_KINDS = {
  lead: 'To the firm: a new enquiry',
  asked: 'To the firm: what the seller asked or answered',
  unseen: 'To the owners: an enquiry that nobody has opened',
  replied: 'To the seller: what staff have answered',
  received: 'To the seller: we have your enquiry',
  tried: 'To the seller: we tried to reach you',
  offer: 'To the seller: our offer is on your page',
  date: 'To the seller: a visit, a call or the last day of an offer, for their calendar',
  new_link: 'To the seller: the new link that you asked for',
  contact_changed: 'To the seller, at the address before: the contact details were changed',
} as const;
export type MailKind = keyof typeof MAIL_KINDS;

export const SELLER_MAILS = {
  tried: 'We tried to reach you',
  offer: 'Our offer is on your page',
} as const;
export type SellerMail = keyof typeof SELLER_MAILS;

/** Why the seller gets no mail, with what staff can do. */
export const NO_MAIL = {
  page_only: 'On their page only.',
  no_address: 'They have no email address: ring them.',
  links_ended: 'All links were ended. Confirm the address first.',
  refused:
    'The person at this address says that the enquiry is not theirs, or reported our email as spam. Confirm another address first.',
  suspect: 'This may be spam, so no email goes to it. Press “Not spam” first.',
  merged: 'This lead was merged into another one, so no email is sent about it.',
  stopped: 'They asked us to stop, so no email is sent.',
  invented: 'This lead is invented, so no email is sent about it.',
  no_contact: 'The import says that this person wants no contact. See the contact rules.',
} as const;
export type NoMail = keyof typeof NO_MAIL;

export const OFFER_ANSWERS = {
  go_ahead: 'Would like to go ahead with our offer',
  decline: 'Does not want our offer',
} as const;

export const PAPER_KINDS = {
  picture: 'Picture',
  home_report: 'Home Report',
  proof_of_funds: 'Proof of funds',
  survey: 'Survey',
  quote: 'Quote for a repair',
  other: 'Another document',
} as const;
export type PaperKind = keyof typeof PAPER_KINDS;

/** Who wrote an email that came in, as far as that is known. */
export const SENDERS = {
  seller: 'Email from the seller',
  unproven: 'Email, the seller’s address is not confirmed',
  other_address: 'Email from another address',
  firm: 'Our email, not from the desk',
  firm_unproven: 'Email that names an address of ours, which is not proven',
} as const;
export type Sender = keyof typeof SENDERS;

/** Why a mail to the seller came back. */
export const RETURN_REASONS = {
  no_such_address: 'there is no such address',
  mailbox_full: 'their mailbox is full',
  mailbox_closed: 'their mailbox takes no email',
  refused: 'their mail server refuses our email',
  unreachable: 'their mail server cannot be reached',
  unknown: 'their mail server does not say why',
} as const;
export type ReturnReason = keyof typeof RETURN_REASONS;

export const ERASE_REASONS = {
  person_asked: 'They asked us to',
  no_longer_needed: 'We no longer need it',
  sent_by_mistake: 'It was sent by mistake',
  other: 'Another reason',
} as const;
export type EraseReason = keyof typeof ERASE_REASONS;

/** The lists of the desk. A stage is a list too. */
export const VIEWS = {
  now: 'Now',
  mine: 'Mine',
  open: 'Open',
  all: 'All leads',
  suspect: 'Possible spam',
  unplanned: 'No next step',
  ...STAGES,
} as const;
export type View = keyof typeof VIEWS;

export const STAFF_ROLES = { owner: 'Owner', staff: 'Staff' } as const;
export type StaffRole = keyof typeof STAFF_ROLES;

const LEAD_ALERTS = {
  lead: 'A new enquiry',
  message: 'A seller’s message or answer',
  call: 'A call that a seller asked for, when it is due',
  unseen: 'An enquiry that nobody has opened for ten minutes',
} as const;

/** Of what the devices of a member of staff are told, as each one chooses. */
export const TOLD_OF = {
  ...LEAD_ALERTS,
  /** Of owners alone. */
  fault: 'Something that is out of order, such as a failed backup',
} as const;
export type ToldOf = keyof typeof TOLD_OF;

/** What staff are told of leads. */
export const ALERTS = {
  ...LEAD_ALERTS,
  unseen_longer: 'The same, for thirty minutes: told to the owners',
} as const;
export type AlertKind = keyof typeof ALERTS;

/** How the sending of a message to a device has ended. */
export const PUSH_OUTCOMES = {
  sent: 'The push service has taken it',
  gone: 'The push service no longer knows the device',
  failed: 'The push service has refused it, or could not be reached in time',
  unknown: 'The push service did not answer',
  ended: 'The device was removed, or the person signed out or left',
  too_old: 'It was too old',
} as const;
export type PushOutcome = keyof typeof PUSH_OUTCOMES;

/** What owners are told of until it is put right. `server/faults.ts` has the limits, and what to do. */
export const FAULTS = {
  backup: 'The daily backup failed, or the last good one is old',
  mail: 'Emails do not go out: one has waited for more than 15 minutes',
  inbox: 'The mailbox with the sellers’ answers cannot be read',
  disk: 'A disk of the server is nearly full',
  certificate: 'The website’s certificate ends within 14 days, or is not valid',
  clock: 'The server’s clock may be wrong',
  sign_ins: 'Ten tries to sign in to the desk as one of you were refused within an hour',
  security_fix: 'There is a new version with a security fix',
} as const;
export type Fault = keyof typeof FAULTS;

/** What owners are told by mail and on their devices. */
export const OWNER_ALERTS = { test: 'A test alert', ...FAULTS } as const;
export type OwnerAlert = keyof typeof OWNER_ALERTS;

/** The mails to staff. */
export const STAFF_MAILS = {
  invitation: 'A link to the desk',
  weekly: 'The figures of the week',
  ...OWNER_ALERTS,
} as const;
export type StaffMail = keyof typeof STAFF_MAILS;

/**
 * What was done with a lead, as the history names it. Where the facts of an event say more than its kind,
 * `desk/src/lead/event-words.ts` makes the words from them.
 */
export const EVENTS = {
  received: 'Enquiry received',
  claimed: 'Taken',
  released: 'Put back',
  assigned: 'Given to a colleague',
  /** A call, a WhatsApp message or an e-mail. */
  called: 'Contact',
  staged: 'Stage',
  noted: 'Note',
  planned: 'Next step',
  offered: 'Offer',
  offer_changed: 'Offer changed',
  costs_recorded: 'Actual costs recorded',
  merged: 'Merged',
  given_back: 'Open again, because the lead that it was merged into was deleted',
  trusted: 'Marked as not spam',
  distrusted: 'Marked as possible spam',
  contact_rules_set: 'Contact rules changed',
  held: 'Hold',
  exported: 'In an export',
  person_read: 'Looked up as a person',
  erased: 'Erased',
  staff_added: 'Staff changed',
  staff_ended: 'Staff changed',
  /** Somebody has a new passkey or authenticator app. */
  key_added: 'Staff changed',
  opened: 'Opened their page',
  written: 'Message from the seller',
  replied: 'Message to the seller',
  answered: 'Marked as answered',
  call_wished: 'Asked for a call',
  offer_answered: 'Answered our offer',
  complained: 'Complaint',
  complaint_answered: 'Answer to the complaint',
  contact_corrected: 'Corrected their contact details',
  contact_restored: 'Put the old contact details back, from the old email address',
  shared: 'Gave somebody a read-only link',
  share_ended: 'Ended a read-only link',
  link_made: 'Link to the seller’s page made',
  links_ended: 'Links to the seller’s page ended',
  address_confirmed: 'Email address confirmed',
  address_refused: 'The person at the email address says that the enquiry is not theirs',
  digits_failed: 'A link from our email stopped working after five wrong tries at the last digits',
  seller_stopped: 'Asked us to stop everything',
  seller_erased: 'Deleted their enquiry, which was merged into this one',
  seller_mailed: 'Email to the seller',
  paper_added: 'Document or picture added',
  paper_removed: 'Document or picture removed',
  /** Written by staff in their own mail program. */
  staff_mailed: 'Our email, not from the desk',
  /** What has changed in the seller's calendar. */
  dated: 'For the seller’s calendar',
  mail_returned: 'Our email came back',
  mail_complained: 'Our email was reported as spam, so no more go to that address',
} as const;
export type EventKind = keyof typeof EVENTS;

/** The parts of an event that somebody has typed. */
export const TEXT_PARTS = {
  note: 'Note',
  message: 'Message',
  conditions: 'Conditions',
  evidence: 'Evidence',
  details: 'What the offer says',
  solicitor: 'Solicitor',
  visitor: 'Who visits',
  former_phone: 'Former number',
  former_email: 'Former address',
  /** Of an email that came in: what else it says, who sent it, and what is attached. */
  whole: 'The whole email',
  sender: 'From',
  attachments: 'Attached',
} as const;
export type TextPart = keyof typeof TEXT_PARTS;

/** The events of a seller that wait for staff. A correction waits only if its lead was merged into another one. */
export const ASKING_EVENTS = [
  'written',
  'call_wished',
  'offer_answered',
  'seller_stopped',
  'seller_erased',
  'given_back',
  'contact_corrected',
  'contact_restored',
  'paper_added',
  'mail_returned',
  'mail_complained',
] as const;

/** How far a build of the public site has come. `desk/src/site/words.ts` has the words for owners. */
export const SITE_STATES = {
  idle: 'Nothing was built yet',
  building: 'The pages are made',
  checking: 'The pages are checked',
  storing: 'The pages are stored',
  done: 'It has ended well',
  failed: 'It has not ended well',
} as const;

/** What a build of the public site is for. */
export const SITE_PURPOSES = { preview: 'A look before publishing', publish: 'Publishing' } as const;
