import { CONDITIONS, PROPERTY_TYPES } from '#lead/valuation.ts';
import type { StoredLead } from '#send-email/notifications.ts';

/** Something that was done with an invented lead, some hours after the previous step or after the lead came. */
type Step = {
  afterHours: number;
  kind: 'called' | 'noted' | 'staged' | 'offered' | 'offer_changed';
  facts: Record<string, unknown>;
  note?: string;
};

export type DemoLead = {
  lead: Omit<StoredLead, 'id' | 'created_at' | 'suspect_reasons'>;
  daysAgo: number;
  /** The hour of the day at which the lead came, in Europe/London. */
  hour: number;
  origin: { page: string; utm_source?: string; utm_medium?: string; utm_campaign?: string };
  steps: Step[];
  /** The next step, in hours from now: negative if it is overdue. */
  next?: { action: string; inHours: number };
};

const FIRST_NAMES = ['Agnes', 'Callum', 'Elspeth', 'Fergus', 'Isla', 'Kenneth', 'Morag', 'Rory'];
const LAST_NAMES = ['Bain', 'Drummond', 'Galbraith', 'Kerr', 'Lennox'];
const PAGES = ['/', '/glasgow', '/edinburgh', '/', '/dundee', '/blog/selling-inherited-property-scotland'];
const MESSAGES = [
  'How long does it take from the first call to the money?',
  'My buyer has withdrawn. Could you look at a flat this week?',
  'Do you also buy with a tenant in it?',
  'We have inherited a house that needs a new roof. Is that one for you?',
];
const NOTES = [
  'Wants to move closer to her daughter by the spring. No hurry.',
  'Roof and windows need work. The Home Report is from last year.',
  'Inherited, with two brothers who must agree.',
  'Has an estate agent until the end of the month.',
];

const called = (afterHours: number, outcome: string, note?: string, channel = 'phone'): Step => ({
  afterHours,
  kind: 'called',
  facts: { channel, outcome },
  ...(note !== undefined && { note }),
});
const staged = (afterHours: number, to: string, reason?: string): Step => ({
  afterHours,
  kind: 'staged',
  facts: { to, ...(reason !== undefined && { reason }) },
});
const offered = (afterHours: number, amount: number, marketValue: number): Step => ({
  afterHours,
  kind: 'offered',
  facts: { status: 'made', amount, market_value: marketValue, basis: 'home_report', funds: 'own' },
});
const changed = (afterHours: number, status: string, reason: string): Step => ({
  afterHours,
  kind: 'offer_changed',
  facts: { status, reason_code: reason },
});

type Story = Pick<DemoLead, 'steps' | 'next'>;

/** What was done with a lead. Older leads have longer stories. */
function storyOf(index: number, daysAgo: number): Story {
  const note = NOTES[index % NOTES.length];
  const value = 110_000 + (index % 9) * 15_000;
  const offer = Math.round((value * 0.82) / 500) * 500;
  if (daysAgo === 0) return { steps: [] };
  const first = [called(1 + (index % 5), 'spoke', note), staged(0, 'contacted')];
  if (daysAgo < 3) return { steps: first, next: { action: 'call', inHours: index % 2 === 0 ? -3 : 20 } };
  const visited = [...first, called(20, 'message_sent', undefined, 'whatsapp'), staged(24, 'appraised')];
  if (daysAgo < 7) return { steps: visited, next: { action: 'make_offer', inHours: 26 } };
  const withOffer = [...visited, offered(12, offer, value), staged(0, 'offer_made')];
  switch (index % 5) {
    case 0:
      return { steps: [...first, staged(70, 'closed', 'no_reply')] };
    case 1:
      return { steps: withOffer, next: { action: 'wait_for_seller', inHours: 50 } };
    case 2:
      return {
        steps: [...withOffer, changed(30, 'accepted', 'seller_accepted'), staged(0, 'accepted')],
        next: { action: 'wait_for_solicitor', inHours: 70 },
      };
    case 3:
      return {
        steps: [
          ...withOffer,
          changed(28, 'declined', 'seller_declined'),
          staged(1, 'closed', 'seller_withdrew'),
        ],
      };
    default:
      return { steps: [...first, staged(26, 'closed', index % 2 === 0 ? 'not_ours' : 'route_out_given')] };
  }
}

/**
 * Forty invented leads of the last three weeks. Each name says that it is invented. The numbers are from the ranges that
 * Ofcom reserves for drama, https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama, the e-mail
 * addresses are of example.com, and the houses are in an Example Street.
 */
export const DEMO_LEADS: DemoLead[] = Array.from({ length: 40 }, (_, index): DemoLead => {
  const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? '';
  const last = LAST_NAMES[Math.floor(index / FIRST_NAMES.length)] ?? '';
  const daysAgo = Math.floor((39 - index) / 1.9);
  const isChat = index % 4 === 3;
  const phone = index % 2 === 0 ? `07700 900${100 + index}` : `0131 496 0${100 + index}`;
  const answers = isChat
    ? {
        ...{ email: null, postcode: null, address: null, property_type: null, bedrooms: null },
        property_condition: null,
        message: MESSAGES[index % MESSAGES.length] ?? '',
        source: 'chat_widget' as const,
      }
    : {
        email: `${first}.${last}@example.com`.toLowerCase(),
        postcode: `EH${1 + (index % 15)} ${index % 9}ZZ`,
        address: `${1 + index} Example Street`,
        property_type: PROPERTY_TYPES[index % PROPERTY_TYPES.length] ?? 'flat',
        bedrooms: String(1 + (index % 4)),
        property_condition: CONDITIONS[index % CONDITIONS.length] ?? 'fair',
        message: null,
        source: 'valuation_form' as const,
      };
  return {
    lead: { name: `${first} ${last} (invented)`, phone, ...answers },
    daysAgo,
    hour: 8 + ((index * 5) % 13),
    origin: {
      page: PAGES[index % PAGES.length] ?? '/',
      ...(index % 3 === 0 && { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'sell-fast' }),
    },
    ...storyOf(index, daysAgo),
  };
});
