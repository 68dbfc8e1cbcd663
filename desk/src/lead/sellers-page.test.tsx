import { QueryClientProvider } from '@tanstack/react-query';
import { load } from 'cheerio';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { NO_DETAILS } from '#server/cases/offer-details.ts';
import { connectDesk } from '#support/desk/connect-desk.ts';
import { deskEvent, deskLead, deskOffer } from '#support/desk/desk-leads.ts';
import { OFFER_DETAILS } from '#support/desk/offer-details.ts';
import { createQueryClient } from '../api/queries.ts';
import type { Lead, LeadEvent, SellersPage as Page, OfferStatus } from '../api/types.ts';
import { baseOf } from '../changes/base.ts';
import { writeDraft } from '../changes/drafts.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import type { Change } from '../changes/outbox.ts';
import { AskedNotice } from './AskedNotice.tsx';
import { OfferPreview } from './OfferPreview.tsx';
import { ChangeOfferForm } from './ChangeOfferForm.tsx';
import { detailValues } from './offer-terms.ts';
import { readNext, takenBack } from './NextFields.tsx';
import { PlanForm } from './PlanForm.tsx';
import { calendarMailWords } from './reply-mail-words.ts';
import { SellersPage } from './SellersPage.tsx';
import { Timeline } from './Timeline.tsx';
import { wishedCall } from './wished-call.ts';

// A dialog is drawn only in a browser.
vi.mock('../ui/Sheet.tsx', () => ({ Sheet: ({ children }: { children: ReactNode }) => children }));

beforeAll(() => connectDesk());

const pageOf = (part: ReactNode) =>
  load(renderToStaticMarkup(<QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>));

const buttonsOf = (part: ReactNode) => {
  const page = pageOf(part);
  return page('button')
    .toArray()
    .map((button) => page(button).text());
};

const seller = (changes: Partial<Page> = {}): Page => ({ ...deskLead().seller, ...changes });

const AT = '2099-11-24T10:00:00Z';
const WISH = { starts_at: '2099-11-25T14:00:00Z', ends_at: '2099-11-25T16:00:00Z' };

let events = 0;
const event = (kind: LeadEvent['kind'], changes: Partial<LeadEvent> = {}) => {
  events += 1;
  return deskEvent(kind, { id: String(events), at: AT, ...changes });
};

const COPY = 'Copy the seller’s link';
const [TRIED, OFFER] = ['Send email: “We tried to reach you”', 'Send email: “Our offer is on your page”'];

test.each<[what: string, changes: Partial<Lead>, buttons: string[]]>([
  ['without an offer', {}, [COPY, TRIED, 'End all links']],
  ['with a standing offer', { offers: [deskOffer()] }, [COPY, TRIED, OFFER, 'End all links']],
  [
    'with an offer that is over',
    { offers: [deskOffer({ valid_until: '2020-01-01' })] },
    [COPY, TRIED, 'End all links'],
  ],
  ['without a link that works', { seller: seller({ links: 0 }) }, [COPY, TRIED]],
  [
    'whose links were ended',
    { seller: seller({ links: 1, links_ended_at: AT, no_mail: 'links_ended' }) },
    [COPY, 'End all links', 'Confirm this address'],
  ],
  [
    'whose address is somebody else’s',
    { seller: seller({ is_refused: true, no_mail: 'refused' }) },
    [COPY, 'End all links', 'Send emails to this address'],
  ],
  ['that gets no mail', { seller: seller({ no_mail: 'suspect' }) }, [COPY, 'End all links']],
  ['without an email address', { seller: seller({ no_mail: 'no_address' }) }, ['End all links']],
  ['that is closed', { stage: 'closed', close_reason: 'no_reply' }, [COPY, 'End all links']],
  [
    'whose mail waits',
    { seller: seller({ mail: { received: 'sent', tried: 'waiting', offer: null } }) },
    [COPY, 'End all links'],
  ],
])('a lead %s has only those buttons for the seller’s page that work', (_what, changes, buttons) => {
  expect(buttonsOf(<SellersPage lead={deskLead(changes)} />)).toEqual(buttons);
});

test('the lead says whether the seller has opened their page, and whether the mails were sent', () => {
  const textOf = (page: Page) => pageOf(<SellersPage lead={deskLead({ seller: page })} />)('dl').text();
  expect(textOf(seller({ links: 0 }))).toContain('Last openedNot yetWorking links0');
  const opened = seller({
    opened_at: '2026-11-21T10:00:00Z',
    links: 2,
    mail: { received: 'failed', tried: 'retrying', offer: null },
  });
  expect(textOf(opened)).toMatch(/Last opened.+10:00Working links2/);
  expect(textOf(opened)).toContain('“We have your enquiry”: could not be sent');
  expect(textOf(opened)).toContain('“We tried to reach you”: not sent yet, will be tried again');
});

const notice = (changes: Partial<Lead>) => (
  <AskedNotice lead={deskLead({ asked_at: AT, ...changes })} onReply={vi.fn()} />
);

test('an answer to an offer asks the staff to record what they do with it, and names the solicitor', () => {
  const facts = { offer_id: 'o', answer: 'go_ahead' };
  const lead = {
    asked: { kind: 'offer_answered', at: AT, facts },
    events: [event('offer_answered', { facts, texts: { solicitor: 'Fern & Co, 0131 496 0999' } })],
  } as const;
  const changes = { ...lead, events: [...lead.events], offers: [deskOffer()] };
  expect(buttonsOf(notice(changes))).toEqual(['Record the answer', 'Write back']);
  const text = pageOf(notice(changes))('section').text();
  expect(text).toContain('would like to go ahead with our offer');
  expect(text).toContain('Record what happens next.');
  expect(text).toContain('Solicitor: Fern & Co, 0131 496 0999');
});

test('the messages that wait are shown in the notice, as they were written, also if a call was asked for since', () => {
  const changes: Partial<Lead> = {
    asked: { kind: 'call_wished', at: AT, facts: WISH },
    question_at: AT,
    events: [
      event('written', { text: 'Hello?', at: '2020-01-01T10:00:00Z' }),
      event('written', { text: 'Ring <b>after</b> six.' }),
    ],
  };
  const text = pageOf(notice(changes))('section').text();
  expect(buttonsOf(notice(changes))).toEqual(['Write back', 'It is answered']);
  expect(text).toContain('and wrote to us');
  expect(text).toContain('Ring <b>after</b> six.');
  expect(text).not.toContain('Hello?');
});

test('staff can agree to a call that the seller asked for, until they plan something else or have rung', () => {
  const wish = event('call_wished', { facts: WISH });
  const changes: Partial<Lead> = {
    asked: { kind: 'call_wished', at: AT, facts: WISH },
    next_action: 'call',
    next_at: WISH.starts_at,
    events: [wish],
  };
  expect(buttonsOf(notice(changes))).toEqual(['Confirm this time', 'Write back']);
  expect(pageOf(notice(changes))('section').text()).toMatch(/asked for a call, .*14:00 to 16:00/);
  expect(wishedCall(deskLead(changes))).toBe(wish);
  for (const kind of ['planned', 'called'] as const)
    expect(wishedCall(deskLead({ ...changes, events: [wish, event(kind)] }))).toBeUndefined();
  expect(wishedCall(deskLead({ ...changes, next_action: 'visit' }))).toBeUndefined();
});

test('an email says who may have sent it and what is attached, and its whole text is folded', () => {
  const email = event('written', {
    text: 'Ring me.',
    facts: { by: 'mail', sender: 'other_address', is_cut: true },
    texts: {
      sender: 'Eve <eve@elsewhere.example>',
      attachments: 'a.pdf (2 kB)\nb.jpg',
      whole: 'Ring me.\n\n> Hello.',
    },
  });
  const changes = { question_at: AT, asked_at: AT, events: [email] };
  const marks = [
    'Email from another address',
    'From: Eve <eve@elsewhere.example>',
    'In the mailbox: a.pdf (2 kB), b.jpg',
    'It is long: the rest is in the mailbox.',
  ];
  expect(pageOf(notice(changes))('.hint').first().text()).toBe(marks.join('. '));
  const history = pageOf(<Timeline lead={deskLead(changes)} />);
  for (const mark of marks) expect(history('li').text()).toContain(mark);
  expect(history('details').text()).toBe('The whole emailRing me.\n\n> Hello.');
});

test('if nothing that the seller asked waits for an answer, there is no notice', () => {
  expect(pageOf(notice({ asked_at: null }))('section')).toHaveLength(0);
});

test('the history shows messages with their text, and the page’s openings in a row as one', () => {
  const lead = deskLead({
    events: [
      event('opened'),
      event('opened'),
      event('written', { text: 'Please ring after six.' }),
      event('opened'),
      event('call_wished', { facts: WISH }),
    ],
  });
  const page = pageOf(<Timeline lead={lead} />);
  const titles = page('li b').toArray();
  expect(titles.map((title) => page(title).text())).toEqual([
    'Asked for a call',
    'Opened their page',
    'Message from the seller',
    'Opened their page',
  ]);
  expect(page('li').text()).toContain('Please ring after six.');
  expect(page('li').first().text()).toMatch(/Asked for a call, .*14:00 to 16:00/);
});

test('the field for a message says how the seller gets to read it, and offers a mail only if one can be sent', () => {
  const pageWith = (changes: Partial<Page>) =>
    pageOf(<Timeline lead={deskLead({ seller: seller(changes) })} />)('form').text();
  expect(pageWith({ links: 0, no_mail: 'suspect' })).toMatch(/They have no link.+This may be spam/);
  expect(pageWith({})).toMatch(
    /\(not opened yet\)\. If they have not read it .+ that there is an answer, without your words/,
  );
  expect(pageWith({ opened_at: AT, is_confirmed: true })).toMatch(
    /\(last opened .+ 10:00\)\..+ we email it to/,
  );
  expect(pageWith({ no_mail: 'no_address' })).toMatch(
    /They have no email address: ring them\..*0131.*Copy the seller’s link/,
  );
});

test.each<[facts: LeadEvent['facts'], reply: Partial<Page['replies'][number]> | null, words: RegExp]>([
  [{ no_mail: null }, { state: 'sent', sent_at: AT }, /^Emailed .+10:00\.$/],
  [{ no_mail: null }, { state: 'read' }, /^Not emailed: they read it on their page first\.$/],
  [{ no_mail: null }, { state: 'waiting' }, /^The email waits two minutes/],
  [{ no_mail: 'no_address' }, null, /^Not emailed\. They have no email address: ring them\.$/],
  [{ no_mail: 'page_only' }, null, /^Not emailed\. On their page only\.$/],
  [{ no_mail: null, complaint_id: '1' }, { state: 'waiting' }, /^It is emailed in about two minutes\.$/],
])('the history says what became of the mail about an answer: %j, %j', (facts, reply, words) => {
  const kind = facts.complaint_id === undefined ? 'replied' : 'complaint_answered';
  const answer = event(kind, { facts, text: 'We ring at six.' });
  // The mail tells a later answer too.
  const replies = reply
    ? [{ event_id: `${answer.id}0`, sent_at: null, state: 'sent' as const, ...reply }]
    : [];
  const lead = deskLead({ events: [answer], seller: seller({ replies }) });
  expect(
    pageOf(<Timeline lead={lead} />)('li .hint')
      .first()
      .text(),
  ).toMatch(words);
});

test('staff who plan a visit read what the email to the seller says of it', () => {
  expect(calendarMailWords(seller({ is_confirmed: true }))).toMatch(
    / has it too, with the time and the address/,
  );
  expect(calendarMailWords(seller({}))).toMatch(/ has the time only, because .+ not confirmed yet\.$/);
  expect(calendarMailWords(seller({ no_mail: 'suspect' }))).toMatch(/^No email goes out: This may be spam/);
});

const VALUES = {
  ...{ amount: '140k', market_value: '185,000', basis: 'home_report', funds: 'own', conditions: 'A survey' },
  ...{ valid_until: '2100-12-20' },
  ...detailValues(OFFER_DETAILS),
};

test('staff see an offer as the seller will read it', () => {
  const former = deskOffer({
    details: { ...NO_DETAILS, open_points: [{ what: 'Damp', until: '2100-01-01' }] },
  });
  const page = pageOf(
    <OfferPreview values={VALUES} status="changed" reason="survey_finding" openPoint="0" former={former} />,
  );
  expect(page('section > p').text()).toBe(
    'What the seller will read:£140,000£8,000 less than before. The reason: what the survey found. “Damp” was on the list of what could still change.Open until 20 Dec 2100.',
  );
  expect(page('tr').text()).toMatch(/Market value£185,000.*profit−£45,000Our offer£140,000/);
  expect(page('dd').text()).toContain('A survey');
});

test('a lower price asks which line changes, and again if the seller has accepted', () => {
  const offer = deskOffer({ status: 'accepted' });
  const lead = deskLead({ offers: [offer] });
  const shown = (amount: string, lines: string) => {
    writeDraft(`${lead.id}.offer.${offer.id}`, { values: { status: 'changed', amount, lines } });
    return pageOf(<ChangeOfferForm lead={lead} offer={offer} onClose={vi.fn()} />).text();
  };
  const asked = 'The seller accepted £148,000 on 20 Nov 2026. Lower it all the same.';
  expect(shown('140k', '')).toContain('Which line changes?');
  expect(shown('140k', '')).toContain(asked);
  const explained = shown('140k', JSON.stringify([{ what: 'Dry rot', amount: '8000', source: 'quote' }]));
  expect(explained).not.toContain('Which line changes?');
  expect(explained).toContain(asked);
  expect(shown('150k', '')).not.toContain(asked);
});

test('a next step that replaces a promised call says so', () => {
  const lead = deskLead({ stage: 'contacted', next_action: 'call', next_at: '2100-01-01T14:00:00Z' });
  const shown = (next_action: string) => {
    writeDraft(`${lead.id}.plan`, { values: { next_action } });
    return pageOf(<PlanForm lead={lead} onClose={vi.fn()} />).text();
  };
  expect(shown('visit')).toContain('This replaces what is planned: call, ');
  expect(shown('visit')).toContain('Take back the call.');
  expect(shown('call')).not.toMatch(/This replaces|Take back/);
});

test.each<[next_action: string, planned: Partial<Lead>, promised: string | undefined]>([
  ['visit', { next_action: 'call' }, 'the call'],
  ['call', { next_action: 'call' }, undefined],
  ['write', { next_action: 'visit' }, 'the visit'],
  ['visit', { next_action: 'visit' }, undefined],
  ['write', { next_action: 'value' }, undefined],
  ['', { next_action: 'visit' }, undefined],
  [
    'visit',
    { next_action: 'visit', events: [event('call_wished', { facts: WISH })] },
    'the call that they asked for, ',
  ],
  [
    'write',
    { next_action: 'visit', events: [event('call_wished', { facts: WISH })] },
    'the visit and the call that they asked for, ',
  ],
  [
    'visit',
    { next_action: 'visit', events: [event('call_wished', { facts: WISH }), event('called')] },
    undefined,
  ],
])(
  'the next step %s after %j needs a tick if it takes back what was promised',
  (next_action, lead, promised) => {
    const planned = deskLead({ next_at: '2100-01-02T14:00:00Z', ...lead });
    const values = { next_action, next_at: '2100-01-03T14:00', replaces: '' };
    const read = readNext(values, planned);
    expect(read.ok).toBe(promised === undefined);
    expect(readNext({ ...values, replaces: 'yes' }, planned).ok).toBe(true);
    if (promised !== undefined) expect(takenBack(values, planned, Date.now())).toContain(promised);
  },
);

test.each<[status: OfferStatus, words: string]>([
  ['made', 'Send them this offer in writing too'],
  ['changed', 'Send them the new written offer and our reason'],
  ['withdrawn', 'Send them our reason in writing'],
  ['accepted', 'What the seller will read:'],
])('staff are told what to send the seller when an offer is %s', (status, words) => {
  const page = pageOf(<OfferPreview values={VALUES} status={status} reason={null} former={undefined} />);
  expect(page('.hint').last().text()).toContain(words);
});

test('fields that are not filled in yet are left out of the preview', () => {
  const values = {
    ...VALUES,
    amount: '',
    market_value: '',
    basis: '',
    funds: '',
    conditions: '',
    valid_until: '',
  };
  const page = pageOf(<OfferPreview values={values} status="made" reason={null} former={undefined} />);
  expect(page('section').text()).toBe('What the seller will read:');
});

test.each<[by: string, kind: LeadEvent['kind'], who: string]>([
  ['the seller', 'call_wished', 'The seller'],
  ['a program', 'staged', 'Somebody else'],
])('a conflict with a change by %s names who was first', (_by, kind, who) => {
  const base = baseOf(deskLead());
  const change: Change = {
    ...({
      id: '1',
      name: 'note',
      words: 'the note',
      key: 'x',
      tab: 't',
      madeAt: 1,
      person: 'a',
      base,
      state: 'conflict',
    } as const),
    args: { lead_id: 'x', body: 'Roof' },
    conflict: { by: null, at: AT, kind, lead: base },
  };
  expect(pageOf(<ChangeState change={change} />)('section b').text()).toContain(`${who} changed this lead`);
});
