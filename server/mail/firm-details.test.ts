import { expect, test } from 'vitest';
import { readFirmDetails } from './firm-details.ts';

const siteWith = (page: string | undefined) => ({ readPage: () => page });

test('the firm’s details are those of the seller’s page', () => {
  const firm = {
    brand: 'Gable & Wynd',
    phone: '0131 496 0123',
    email: 'a@firm.example',
    hours: 'Mon 09:00–10:00',
    legal: 'Gable & Wynd Ltd.',
    complaintDays: 56,
  };
  const attribute = JSON.stringify({ ...firm, messagingNumber: '07700 900123' })
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;');
  expect(readFirmDetails(siteWith(`<div data-your-enquiry="${attribute}"></div>`))).toEqual(firm);
});

test.each([undefined, '<div></div>'])('a site that was built without the page (%j) is refused', (page) => {
  expect(() => readFirmDetails(siteWith(page))).toThrow('build it again');
});
