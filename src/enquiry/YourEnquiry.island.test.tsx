import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { SAMPLE_OFFER, sampleEnquiry } from '#support/seller/sample-enquiry.ts';
import { DEFAULT_DETAILS } from '../site.ts';
import { complaintInWords } from '../lib/firm-sentences.ts';
import type { Answer } from './calls.ts';
import { EnquiryContext } from './context.ts';
import { draftsOf } from './draft.ts';
import { action } from './EraseEverything.action.tsx';
import type { Enquiry } from './types.ts';
import { standingOf } from './words.ts';
import { YourEnquiry } from './YourEnquiry.island.tsx';

const FIRM = { ...DEFAULT_DETAILS, complaints: complaintInWords(DEFAULT_DETAILS) };

const render = (key: string | undefined, first?: Answer<Enquiry>) =>
  renderToString(<YourEnquiry firm={FIRM} enquiryKey={key} keyHash={undefined} first={first} />);

test('rendered on a server with a key, the island says that it looks up the enquiry', () => {
  expect(render('a-key')).toContain('Looking up your enquiry');
});

test('without a key, the island says how to get a link', () => {
  expect(render(undefined)).toContain('This link does not work, or has stopped working.');
});

test('with the answer to the first call, the island shows at once where the enquiry stands', () => {
  const enquiry = sampleEnquiry();
  const html = render('a-key', { ok: true, data: enquiry });
  expect(html).toContain(standingOf(enquiry).sentence.split('’')[0]);
  expect(html).not.toContain('Looking up');
});

test('if the first call had no answer, the island says so at once', () => {
  expect(render('a-key', { ok: false, kind: 'unreachable' })).toContain('We cannot reach our server.');
  expect(render('a-key', { ok: false, kind: 'no_link' })).toContain('This link does not work');
});

test('who has a withdrawn offer before them is not told how to decide', () => {
  const show = (changes: Partial<typeof SAMPLE_OFFER>) =>
    render('a-key', { ok: true, data: sampleEnquiry({}, { offers: [{ ...SAMPLE_OFFER, ...changes }] }) });
  expect(show({})).toContain('Before you decide');
  expect(show({ status: 'accepted', stands: false })).toContain('Before it binds you');
  expect(show({ status: 'withdrawn', stands: false })).not.toMatch(/Before (?:you|it)|Nothing binds/);
});

test('a withdrawn offer says why, where it stands', () => {
  const offer = { ...SAMPLE_OFFER, status: 'withdrawn', reason_code: 'title', stands: false } as const;
  const html = render('a-key', { ok: true, data: sampleEnquiry({}, { offers: [offer] }) });
  expect(html).toContain('We withdrew it on 20 November 2026. The reason: a question about the title');
});

test('once the sale binds, a proof of funds no longer grows too old', () => {
  const details = { ...SAMPLE_OFFER.details, funds_proved_on: '2026-11-01' };
  const offer = { ...SAMPLE_OFFER, details, status: 'accepted', stands: false } as const;
  const show = (code: 'accepted' | 'missives') =>
    render('a-key', {
      ok: true,
      data: sampleEnquiry({ code }, { offers: [offer], now: '2027-06-01T10:00:00Z' }),
    });
  expect(show('accepted')).toContain('ask us for a new one');
  expect(show('missives')).not.toContain('ask us for a new one');
});

test('after the sale, nothing is left to add to a calendar', () => {
  const show = (code: 'call_planned' | 'settled') =>
    render('a-key', { ok: true, data: sampleEnquiry({ code }, { has_dates: true }) });
  expect(show('call_planned')).toContain('Add to my calendar');
  expect(show('settled')).not.toContain('Add to my calendar');
});

test('after the sale, an offer shows what each line cost beside its estimate', () => {
  const [line] = SAMPLE_OFFER.details.lines;
  const details = { ...SAMPLE_OFFER.details, lines: [line, line].filter((each) => each !== undefined) };
  const show = (actual_costs: (number | null)[] | null) =>
    render('a-key', {
      ok: true,
      data: sampleEnquiry({ code: 'settled' }, { offers: [{ ...SAMPLE_OFFER, details, actual_costs }] }),
    });
  expect(show(null)).not.toContain('What it cost');
  expect(show(null)).not.toContain('What may still lower the price');
  expect(show([3_900, null])).toMatch(
    /In the offer.*What it cost.*−£4,500<.*£3,900<.*−£4,500<.*Not known yet</,
  );
});

test('an enquiry that the firm has to keep has the day in place of the button to delete it', () => {
  const shared = { enquiryKey: '', drafts: draftsOf(undefined), receive: vi.fn(), refresh: vi.fn() };
  const erase = (held_until: string | null) =>
    renderToString(
      <EnquiryContext value={shared}>
        <action.Form enquiry={sampleEnquiry({}, { held_until })} firm={FIRM} onErased={vi.fn()} />
      </EnquiryContext>,
    );
  expect(erase('2032-05-03')).toContain('We have to keep this until 3 May 2032.');
  expect(erase('2032-05-03')).not.toContain('<button');
  expect(erase(null)).toContain('Delete my enquiry');
});
