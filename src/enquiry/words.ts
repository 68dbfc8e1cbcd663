import { byInWords, dayInWords, longDate, timeInWords, windowInWords } from './times.ts';
import { pounds } from '../lib/pounds.ts';
import type { CallWindow, Channel, CloseReason, Enquiry, Entry, Opened } from './types.ts';

/** Where the enquiry stands, in one sentence, and what comes next. */
export type Standing = { sentence: string; next?: string | undefined };

const NOTHING_BINDS = 'Nothing binds you or us until missives are concluded.';

const CLOSED: Partial<Record<string, Standing>> & Record<CloseReason, Standing> = {
  bought: { sentence: 'The sale is complete.' },
  no_reply: {
    sentence: 'We could not reach you, so we have closed your enquiry.',
    next: 'If you still want to sell, write to us below and we will open it again.',
  },
  not_ours: {
    sentence: 'We cannot buy this home, so we have closed your enquiry.',
    next: 'If we have not told you why, ask us below.',
  },
  route_out_given: {
    sentence: 'We think that another way to sell would suit you better, so we have closed your enquiry.',
    next: 'If you see it differently, or want to ask about it, write to us below.',
  },
  seller_withdrew: {
    sentence: 'You asked us to stop, so we have closed your enquiry.',
    next: 'We will not contact you about it again. You can still write to us.',
  },
  we_withdrew: {
    sentence: 'We have decided not to buy, and have closed your enquiry.',
    next: 'If you do not have our reason in writing, ask us for it below.',
  },
  duplicate: {
    sentence: 'We are dealing with this enquiry together with another one that has the same details.',
    next: 'That one has its own page, with our answers.',
  },
  spam: { sentence: 'Your enquiry is closed.' },
};

const TRIED: Record<Channel, (when: string) => string> = {
  call: (when) => `We tried to ring you ${when} and could not reach you.`,
  whatsapp: (when) => `We sent you a message on WhatsApp ${when}.`,
  email: (when) => `We sent you an email ${when}.`,
};

/** Whether the enquiry is closed, or its sale is complete. */
export const isOver = ({ state }: Enquiry): boolean => state.code === 'closed' || state.code === 'settled';

const figureOf = ({ offers: [offer] }: Opened) => (offer ? ` of ${pounds(offer.amount)}` : '');

/** When the firm comes to see the property, if that is still to come. */
export const visitOf = ({ state: { visit }, now }: Opened): string | undefined =>
  visit && Date.parse(visit) >= Date.parse(now)
    ? `We will come to see the property ${timeInWords(visit, now)}.`
    : undefined;

/** What the firm has promised next, besides a visit. */
export function promiseOf(enquiry: Opened): string | undefined {
  const { state, now } = enquiry;
  if (state.next_by === null || (state.next_by === state.visit && visitOf(enquiry))) return undefined;
  const when = (state.is_next_at ? timeInWords : byInWords)(state.next_by, now);
  if (Date.parse(state.next_by) >= Date.parse(now)) return `You will hear from us ${when}.`;
  return (
    `We promised that you would hear from us ${when}. ` +
    'We are late, and we are sorry. Please ring us if it cannot wait.'
  );
}

function plannedCall({ from, to }: CallWindow, now: string): Standing {
  if (from === null || to === null) {
    const by = to === null ? '' : `, ${byInWords(to, now)} at the latest`;
    return { sentence: `We will ring you as soon as we can${by}.` };
  }
  if (Date.parse(to) >= Date.parse(now))
    return { sentence: `We will ring you ${windowInWords(from, to, now)}.` };
  return {
    sentence: `We said that we would ring you ${windowInWords(from, to, now)}.`,
    next: 'If we did not, we are sorry. Please ring us, or ask for another time below.',
  };
}

function standingOffer(enquiry: Opened): Standing {
  const { answer, now, state } = enquiry;
  const figure = figureOf(enquiry);
  if (answer)
    return {
      sentence:
        answer.answer === 'go_ahead'
          ? `You told us ${dayInWords(answer.at, now)} that you would like to go ahead with our offer${figure}.`
          : `You told us ${dayInWords(answer.at, now)} that you do not want our offer${figure}.`,
      next:
        promiseOf(enquiry) ??
        (answer.answer === 'go_ahead'
          ? NOTHING_BINDS
          : 'You can change your answer while the offer is open.'),
    };
  return {
    sentence: `Our offer${figure} is open${state.until ? ` until ${longDate(state.until)}` : ''}.`,
    next: promiseOf(enquiry) ?? 'Please answer by then. There is no need to answer sooner.',
  };
}

function formerOffer(enquiry: Opened): Standing {
  const { until, reason } = enquiry.state;
  const figure = figureOf(enquiry);
  const promise = promiseOf(enquiry);
  switch (reason) {
    case 'declined':
      return {
        sentence: `You said no to our offer${figure}.`,
        next: promise ?? 'If you change your mind, write to us below.',
      };
    case 'withdrawn':
      return {
        sentence: `We have withdrawn our offer${figure}.`,
        next: promise ?? 'The reason is below, with the offer.',
      };
    default:
      return {
        sentence: `Our offer${figure} ${until ? `ended on ${longDate(until)}` : 'has ended'}.`,
        next: promise ?? 'If you would like a new one, write to us below.',
      };
  }
}

/** Where the enquiry stands, for the person who sent it. */
export function standingOf(enquiry: Opened): Standing {
  const { now, state } = enquiry;
  const promise = promiseOf(enquiry);
  switch (state.code) {
    case 'tried':
      return {
        sentence: TRIED[state.how ?? 'call'](state.at === null ? 'already' : timeInWords(state.at, now)),
        next: promise ?? 'You can ask for a time that suits you below.',
      };
    case 'call_planned':
      return plannedCall(state.call ?? { from: null, to: null }, now);
    case 'working':
      return { sentence: 'We are working out your offer.', next: promise };
    case 'offer':
      return standingOffer(enquiry);
    case 'offer_over':
      return formerOffer(enquiry);
    case 'accepted':
      return {
        sentence: `You have accepted our offer${figureOf(enquiry)} in principle.`,
        next: [NOTHING_BINDS, promise].filter(Boolean).join(' '),
      };
    case 'solicitors':
      return {
        sentence: 'Your solicitor and ours are working on the sale.',
        next: [NOTHING_BINDS, promise].filter(Boolean).join(' '),
      };
    case 'missives':
      return {
        sentence: 'Missives are concluded: the sale now binds you and us.',
        next: promise ?? 'Your solicitor knows the date of entry and what is left to do.',
      };
    case 'settled':
      return { sentence: 'The sale is complete.' };
    case 'closed':
      return CLOSED[state.reason ?? ''] ?? CLOSED.spam;
    case 'received':
    default:
      return {
        sentence: 'We have your enquiry.',
        next: promise ?? (visitOf(enquiry) ? undefined : 'Someone here will read it and get in touch.'),
      };
  }
}

const SPOKE: Record<Channel, string> = {
  call: 'We spoke on the phone.',
  whatsapp: 'We spoke on WhatsApp.',
  email: 'We wrote to each other by email.',
};

function attemptInWords({ how, outcome }: Entry): string {
  if (how === 'whatsapp') return 'We sent you a message on WhatsApp.';
  if (how === 'email') return 'We sent you an email.';
  switch (outcome) {
    case 'voicemail':
      return 'We rang you and left a message.';
    case 'wrong_number':
      return 'We rang, and the number seems to be wrong. Please correct it above.';
    case 'do_not_call':
      return 'You asked us not to ring.';
    default:
      return 'We rang you, and nobody answered.';
  }
}

/** An entry of the conversation in words; for a message, what was written. */
export function entryInWords(entry: Entry, now: string): string {
  switch (entry.kind) {
    case 'message':
      return entry.body ?? '';
    case 'call_wished':
      return entry.call?.from && entry.call.to
        ? `You asked us to ring you ${windowInWords(entry.call.from, entry.call.to, now)}.`
        : 'You asked us to ring you as soon as we can.';
    case 'attempt':
      return attemptInWords(entry);
    case 'spoke':
      return SPOKE[entry.how ?? 'call'];
    case 'answered_offer':
      return [
        entry.answer === 'go_ahead'
          ? 'You told us that you would like to go ahead with our offer.'
          : 'You told us that you do not want our offer.',
        entry.body && `Your solicitor: ${entry.body}.`,
      ]
        .filter(Boolean)
        .join(' ');
    case 'contact_corrected':
      return 'You corrected your phone number or email address.';
    case 'stopped':
      return 'You asked us to stop.';
    case 'mailed':
      return 'We sent you an email about your enquiry.';
  }
}

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The seller's answers, as pairs of a label and an answer. Answers that were not asked for, or are not shown, are left
 * out.
 */
export function sentInWords({ sent }: Enquiry): (readonly [label: string, answer: string])[] {
  const { address, postcode, bedrooms, property_type, property_condition } = sent;
  const rooms = bedrooms && `${bedrooms} ${bedrooms === '1' ? 'bedroom' : 'bedrooms'}`;
  const condition = property_condition && `${property_condition} condition`;
  const rows = [
    // A no-break space keeps the halves of the postcode together.
    ['Property', [address, postcode?.replace(' ', '\u00a0')].filter(Boolean).join(', ')],
    ['Type', capitalised([property_type, rooms, condition].filter(Boolean).join(', '))],
    ['Message', sent.message],
    ['Name', sent.name],
    ['Email', sent.email],
    ['Phone', sent.phone],
  ] as const;
  return rows.flatMap(([label, answer]) => (answer ? [[label, answer] as const] : []));
}
