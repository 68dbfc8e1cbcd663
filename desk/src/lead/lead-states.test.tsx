import { QueryClientProvider } from '@tanstack/react-query';
import { load } from 'cheerio';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { deskCard, deskEvent, deskLead, deskOffer, NO_CHANGES } from '#support/desk/desk-leads.ts';
import { waitUntil } from '#support/runner/wait-until.ts';
import { keepLastList } from '../api/last-list.ts';
import { createQueryClient, queryKeys } from '../api/queries.ts';
import type { Card, InboxPage, Me } from '../api/types.ts';
import { MeContext } from '../api/use-me.ts';
import { Unreachable } from '../app/Unreachable.tsx';
import { NextPerson } from '../inbox/NextPerson.tsx';
import { CallLink } from '../ui/CallLink.tsx';
import { subjectOf, suspicion } from '../ui/words.ts';
import { Actions } from './Actions.tsx';
import { AskedNotice } from './AskedNotice.tsx';
import { ComplaintNotice } from './Complaint.tsx';
import { Facts } from './Facts.tsx';
import { LeadView } from './LeadView.tsx';
import { Offers } from './Offers.tsx';
import { OtherLeads } from './OtherLeads.tsx';
import { Timeline } from './Timeline.tsx';

const OFFER = deskOffer();

const ANN: Me = {
  id: 'a',
  name: 'Ann Bell',
  role: 'staff',
  email: 'ann@firm.example',
  session_id: 's',
  trial: false,
  staff: [],
  signed_in_at: '2026-11-20T08:00:00Z',
  signed_in_until: '2026-11-20T20:00:00Z',
};

const pageOf = (part: ReactNode, queries = createQueryClient()) =>
  load(
    renderToStaticMarkup(
      <QueryClientProvider client={queries}>
        <Router ssrPath="/">
          <MeContext value={ANN}>{part}</MeContext>
        </Router>
      </QueryClientProvider>,
    ),
  );

const textOf = (part: ReactNode) => pageOf(part).text();

test('a complaint shows what is open, without what was answered, and how many days are left', () => {
  const facts = { way: 'letter', received_on: '2026-11-20' };
  const lead = deskLead({
    complaint_due: '2100-01-01',
    events: [
      deskEvent('complained', { text: 'The first.' }),
      deskEvent('complaint_answered', { id: '3', text: 'Sorry.', facts: { complaint_id: '1' } }),
      deskEvent('complained', { id: '2', text: 'The second.', facts }),
    ],
  });
  const text = textOf(<ComplaintNotice lead={lead} />);
  expect(text).toContain('due by 1 Jan 2100');
  expect(text).toContain('Complaint by letter, 20 Nov 2026: The second.');
  expect(text).not.toContain('The first.');
  expect(textOf(<ComplaintNotice lead={deskLead()} />)).toBe('');
});

test('pictures that were added together are one entry of the history', () => {
  const added = ['picture', 'picture', 'home_report', 'picture'].map((kind, index) =>
    deskEvent('paper_added', { id: String(index), facts: { kind } }),
  );
  const page = pageOf(<Timeline lead={deskLead({ events: added })} />);
  const entries = page('.timeline > li > p:first-child').toArray();
  expect(entries.map((entry) => page(entry).text())).toEqual([
    'Added: Picture',
    'Added: Home Report',
    'Added: Picture, and 1 more',
  ]);
});

test('once a sale binds, an offer no longer says what may lower it, and after it, records what its lines cost', () => {
  const lines = [{ what: 'Damp', amount: 4_500, source: 'quote' as const }];
  const newest = deskOffer({ id: '2', status: 'accepted', details: { ...OFFER.details, lines } });
  const offersAt = (stage: 'accepted' | 'missives_concluded' | 'settled') =>
    pageOf(<Offers lead={deskLead({ stage, offers: [newest, OFFER] })} />)('.offer').first();
  expect(offersAt('accepted').text()).toContain('What may still lower the price');
  expect(offersAt('missives_concluded').text()).not.toMatch(/What may still lower|Record the actual costs/);
  expect(offersAt('settled').text()).toContain('Record the actual costs');
});

test('a question that may be in an enquiry that was merged into this one has a link to it', () => {
  const asked = { kind: 'written' as const, at: '2026-11-20T15:00:00Z', facts: {} };
  const lead = deskLead({ asked, asked_at: asked.at, question_at: asked.at });
  const notice = (others: Card[]) =>
    pageOf(<AskedNotice lead={{ ...lead, others }} onReply={vi.fn()} />)('a').attr('href');
  expect(notice([deskCard({ id: 'other', duplicate_of: lead.id })])).toBe('/lead/other');
  expect(notice([deskCard({ id: 'other' })])).toBeUndefined();
});

const actionsOf = (lead: ReturnType<typeof deskLead>) =>
  textOf(<Actions lead={lead} onRecord={vi.fn()} onReopen={vi.fn()} />);

// Waits until the link to call somebody is loaded: until then, the number is shown as text.
beforeAll(() =>
  waitUntil('the number is a link', () =>
    Promise.resolve(pageOf(<CallLink card={deskCard()} />)('a').length === 1),
  ),
);

test('WhatsApp is offered only where the server gives its link', () => {
  const lead = deskLead({ whatsapp_link: 'https://wa.me/447700900123' });
  expect(actionsOf(lead)).toBe('CallWhatsAppEmailRecord');
  expect(actionsOf(deskLead())).toBe('CallEmailRecord');
});

test.each([
  ['+44 (0)7700 900123', 'tel:+447700900123'],
  ['07700900123 after 6', 'tel:+447700900123'],
  ['0131 496 0123 ext 12', 'tel:+441314960123'],
])('the link to call %s is %s', (phone, tel) => {
  const page = pageOf(<Actions lead={deskLead({ phone })} onRecord={vi.fn()} onReopen={vi.fn()} />);
  expect(page('a[href^="tel:"]').attr('href')).toBe(tel);
});

test('a number that cannot be dialled is shown as it was typed, and is no link', () => {
  const phone = 'abcdefghij';
  expect(actionsOf(deskLead({ phone }))).toBe('No number to callEmailRecord');
  const [lead, next, list] = callPagesOf({ phone });
  for (const text of [lead, next, list])
    expect(text).toContain('abcdefghij (not a number that can be dialled)');
});

/** The three places where staff can call somebody: the lead, the next person, and the last list without a server. */
function callPagesOf(changes: Partial<Card>): string[] {
  const card = deskCard(changes);
  const queries = createQueryClient();
  const page: InboxPage = { cards: [card], counts: NO_CHANGES.counts, next: null };
  queries.setQueryData(queryKeys.inbox('now'), { pages: [page], pageParams: [null] });
  keepLastList({ atMs: 0, cards: [card] });
  return [
    pageOf(<LeadView lead={deskLead(changes)} back="/" />)('article').text(),
    pageOf(<NextPerson />, queries)('section').text(),
    pageOf(<Unreachable retry={vi.fn()} />)('section').text(),
  ];
}

test.each<[rules: Partial<Card>, words: string]>([
  [{ contact_rules: 'Text first' }, 'Text first'],
  [{ vulnerable: true }, 'Vulnerable: take time, put it in writing.'],
  [{ do_not_call: true }, 'Do not call.'],
])('wherever staff can call a person, the contact rules %o are shown', (rules, words) => {
  for (const text of callPagesOf(rules)) expect(text).toContain(words);
  for (const text of callPagesOf({})) expect(text).not.toContain(words);
});

test('wherever staff can call a person, there is no link to call those who do not want it', () => {
  const { phone } = deskCard();
  const [, next, list] = callPagesOf({});
  expect([next, list]).toEqual([expect.stringContaining(phone), expect.stringContaining(phone)]);
  const [, nextNotCalled, listNotCalled] = callPagesOf({ do_not_call: true });
  expect(`${nextNotCalled}${listNotCalled}`).not.toContain(phone);
  expect(actionsOf(deskLead({ do_not_call: true }))).toBe('Do not callEmailRecord');
  expect(pageOf(<Facts lead={deskLead({ do_not_call: true })} />)('a[href^="tel:"]')).toHaveLength(0);
});

test('the next person is answered if they wrote, and called if they asked for a call', () => {
  const contacted = { stage: 'contacted', first_contact_at: '2026-11-20T16:00:00Z' } as const;
  const plan = { next_action: 'value', next_at: '2099-01-01T10:00:00Z' } as const;
  const asked_at = '2026-11-20T17:00:00Z';
  const headingOf = (changes: Partial<Card>) =>
    callPagesOf({ ...contacted, ...plan, asked_at, ...changes })[1];
  const facts = { starts_at: null, ends_at: asked_at };
  expect(headingOf({ asked: { kind: 'written', at: asked_at, facts: {} } })).toContain('Answer Morag');
  const wish = { kind: 'call_wished', at: asked_at, facts } as const;
  expect(headingOf({ asked: wish, next_action: 'call' })).toContain('Call Morag');
});

test('the only button in the action bar of a closed lead reopens it', () => {
  expect(actionsOf(deskLead({ stage: 'closed', close_reason: 'no_reply' }))).toBe('Open the case again');
});

test.each([
  ['is current', OFFER, 'Current', 'Answer or change'],
  ['has expired', { ...OFFER, valid_until: '2020-01-01' }, 'Expired', 'Answer or renew'],
  [
    'is accepted',
    { ...OFFER, status: 'accepted' as const, valid_until: '2020-01-01' },
    'Accepted',
    'Answer or change',
  ],
  ['is declined', { ...OFFER, status: 'declined' as const }, 'Declined', 'Make an offer'],
  ['is withdrawn', { ...OFFER, status: 'withdrawn' as const }, 'Withdrawn', 'Make an offer'],
])('if an offer %s, its state and a button for the next action are shown', (_what, offer, state, action) => {
  const text = textOf(<Offers lead={deskLead({ stage: 'offer_made', offers: [offer] })} />);
  expect(text).toContain(state);
  expect(text).toContain(action);
});

test('after the completion, an accepted offer can no longer be answered or changed', () => {
  const offers = [{ ...OFFER, status: 'accepted' as const }];
  expect(textOf(<Offers lead={deskLead({ stage: 'missives_concluded', offers })} />)).toContain(
    'Answer or change',
  );
  expect(textOf(<Offers lead={deskLead({ stage: 'settled', offers })} />)).not.toContain('Answer or change');
});

test('an offer that was changed is shown as replaced, and only the current one has a button', () => {
  const former = { ...OFFER, id: 'former', number: 1 };
  const current = { ...OFFER, id: 'current', number: 2, status: 'changed' as const };
  const page = pageOf(<Offers lead={deskLead({ stage: 'offer_made', offers: [current, former] })} />);
  const items = page('li').toArray();
  expect(items.map((item) => page(item).find('.font-semibold').first().text())).toEqual([
    'Current',
    'Replaced',
  ]);
  expect(items.map((item) => page(item).find('button').length)).toEqual([1, 0]);
});

test('for a suspect lead without reasons, the text says that staff marked it', () => {
  expect(suspicion([])).toBe('One of us marked it as spam.');
});

test('if a mail could not be sent, the error and the time of the next attempt are shown', () => {
  const lead = deskLead({
    mail: 'retrying',
    mail_sent_at: null,
    mail_next_attempt_at: '2026-11-20T15:10:00Z',
    mail_attempts: [{ started_at: '2026-11-20T15:00:00Z', finished_at: null, error_code: 'ECONNREFUSED' }],
  });
  expect(textOf(<Facts lead={lead} />)).toContain('Not sent yet (ECONNREFUSED). Next try');
});

test('an imported lead names its import, and shows neither a mail nor a chat message', () => {
  const imported = deskLead({
    source: 'import',
    import: { id: 3, at: '2026-11-20T15:00:00Z', file_name: 'leads.csv' },
    mail: null,
    mail_sent_at: null,
    address: null,
    postcode: null,
    message: null,
    excerpt: null,
  });
  const facts = textOf(<Facts lead={imported} />);
  expect(facts).toContain('from import 3 (leads.csv)');
  expect(facts).not.toContain('Email to us');
  expect(subjectOf(imported)).toBe('Imported');
});

test('a long chat message ends with … in lists, and is complete in the lead', () => {
  const chat = { address: null, postcode: null };
  const message = 'My late mother’s flat has a roof that leaks and '.repeat(5);
  expect(subjectOf(deskCard({ ...chat, excerpt: message.slice(0, 140) }))).toMatch(/…$/);
  expect(subjectOf(deskCard({ ...chat, excerpt: 'How long does it take?' }))).toBe('How long does it take?');
  expect(textOf(<Facts lead={deskLead({ ...chat, message })} />)).toContain(message);
});

test('three other leads of the same person are shown, and the rest can be unfolded', () => {
  const others = Array.from({ length: 12 }, (_, index) => deskCard({ id: String(index) }));
  const page = pageOf(<OtherLeads lead={deskLead({ others })} />);
  expect(page('section > ul > li')).toHaveLength(3);
  expect(page('details summary').text()).toBe('9 more');
  expect(page('details li')).toHaveLength(9);
  expect(pageOf(<OtherLeads lead={deskLead({ others: others.slice(0, 3) })} />)('details')).toHaveLength(0);
});
