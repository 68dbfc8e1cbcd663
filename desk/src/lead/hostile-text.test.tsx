import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { deskCard, deskLead } from '#support/desk-leads.ts';
import { createQueryClient } from '../api/queries.ts';
import { LiveProvider } from '../live/LiveProvider.tsx';
import { Facts } from './Facts.tsx';
import { Offers } from './Offers.tsx';
import { OtherLeads } from './OtherLeads.tsx';
import { Timeline } from './Timeline.tsx';

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
const ADA = { id: 'a', name: HOSTILE };

const LEAD = deskLead({
  name: HOSTILE,
  address: HOSTILE,
  email: `${HOSTILE}@example.com`,
  phone: `javascript:alert(3)//${HOSTILE}`,
  message: HOSTILE,
  hold_until: '2028-01-01',
  hold_reason: HOSTILE,
  origin: {
    page: HOSTILE,
    utm_source: HOSTILE,
    utm_medium: null,
    utm_campaign: null,
    utm_term: null,
    utm_content: null,
  },
  events: [
    {
      id: '1',
      at: '2026-11-20T15:00:00Z',
      lead_id: 'x',
      actor: ADA,
      kind: 'noted',
      facts: {},
      text: HOSTILE,
    },
  ],
  offers: [
    {
      id: 'o',
      number: 1,
      replaces: null,
      amount: 148_000,
      market_value: 185_000,
      discount: 37_000,
      discount_percent: 20,
      basis: 'surveyor',
      conditions: HOSTILE,
      valid_until: '2026-12-20',
      funds: 'own',
      status: 'changed',
      reason_code: 'title',
      evidence: HOSTILE,
      by: ADA,
      at: '2026-11-20T15:00:00Z',
    },
  ],
  others: [deskCard({ id: 'other', name: HOSTILE, address: HOSTILE })],
});

const START = {
  cursor: '1',
  now: '2026-11-20T16:00:00Z',
  reset: false,
  events: [],
  cards: [],
  gone: [],
  counts: { overdue: 0, new: 0, due: 0, suspect: 0, mine: 0 },
};

test.each([
  ['facts', Facts, 7],
  ['history', Timeline, 2],
  ['offers', Offers, 3],
  ['leads with the same number', OtherLeads, 2],
])('in the %s, HTML and scripts are shown as text', (_what, Part, times) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Router ssrPath="/">
        <LiveProvider start={START}>
          <Part lead={LEAD} />
        </LiveProvider>
      </Router>
    </QueryClientProvider>,
  );
  expect(html).not.toMatch(/<(img|script)/);
  expect(html).not.toMatch(/href="javascript:/);
  expect(html.split('&lt;script&gt;alert(2)').length - 1).toBe(times);
});
