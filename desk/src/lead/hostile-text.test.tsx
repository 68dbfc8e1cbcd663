import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { deskCard, deskEvent, deskLead, deskOffer, NO_CHANGES } from '#support/desk/desk-leads.ts';
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
    deskEvent('noted', {
      actor: ADA,
      text: HOSTILE,
      texts: { solicitor: HOSTILE, former_phone: HOSTILE, former_email: HOSTILE },
    }),
  ],
  offers: [
    deskOffer({
      conditions: HOSTILE,
      status: 'changed',
      reason_code: 'title',
      evidence: HOSTILE,
      by: ADA,
    }),
  ],
  others: [deskCard({ id: 'other', name: HOSTILE, address: HOSTILE })],
});

test.each([
  ['facts', Facts, 7],
  ['history', Timeline, 7],
  ['offers', Offers, 4],
  ['leads with the same number', OtherLeads, 2],
])('in the %s, HTML and scripts are shown as text', (_what, Part, times) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Router ssrPath="/">
        <LiveProvider start={NO_CHANGES}>
          <Part lead={LEAD} />
        </LiveProvider>
      </Router>
    </QueryClientProvider>,
  );
  expect(html).not.toMatch(/<(img|script)/);
  expect(html).not.toMatch(/href="javascript:/);
  expect(html.split('&lt;script&gt;alert(2)').length - 1).toBe(times);
});
