import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DEFAULT_DETAILS } from '../site.ts';
import { YourEnquiry } from './YourEnquiry.island.tsx';

const render = (key: string | undefined) =>
  renderToString(
    <YourEnquiry firm={DEFAULT_DETAILS} enquiryKey={key} keyHash={undefined} first={undefined} />,
  );

test('rendered on a server with a key, the island says that it looks up the enquiry', () => {
  expect(render('a-key')).toContain('Looking up your enquiry');
});

test('without a key, the island says how to get a link', () => {
  expect(render(undefined)).toContain('This link does not work, or no longer works.');
});
