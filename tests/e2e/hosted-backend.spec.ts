import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENQUIRY_KEY_HEADER } from '#lead/enquiry-key.ts';
import { startHostedBackend, type HostedBackend } from '../support/supabase/hosted-backend.ts';
import { CHAT_LEAD, VALUATION_ANSWERS, VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { expect, test as base } from './fixtures.ts';

const test = base.extend<object, { hosted: HostedBackend }>({
  hosted: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const hosted = await startHostedBackend();
      await use(hosted);
      await hosted.close();
    },
    // Building the site for this backend takes time.
    { scope: 'worker' },
  ],
  baseURL: async ({ hosted }, use) => {
    await use(hosted.siteUrl);
  },
  backendUrl: async ({ hosted }, use) => {
    await use(hosted.backendUrl);
  },
});

// In one worker, because two builds of the site would disturb each other.
test.describe.configure({ mode: 'default' });

test('both forms send to a Supabase on another origin', async ({ page, hosted, valuation, chat }) => {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') posts.push(`${request.method()} ${request.url()}`);
    expect(request.headers()).not.toHaveProperty(ENQUIRY_KEY_HEADER);
  });

  await valuation.open();
  await valuation.fill(VALUATION_ANSWERS);
  await valuation.submit();
  await expect(valuation.sentRegion).toBeVisible();
  const [valuationMail] = await hosted.mailServer.waitForMails(1);
  expect(valuationMail?.text).toContain(VALUATION_LEAD.address);

  await chat.open();
  await chat.fill(CHAT_LEAD);
  await chat.submit();
  await expect(page.getByText('Message sent!').first()).toBeVisible();
  const [, chatMail] = await hosted.mailServer.waitForMails(2);
  expect(chatMail?.text).toContain(CHAT_LEAD.phone);

  expect(await hosted.readLeads()).toEqual([
    expect.objectContaining({ ...VALUATION_LEAD, page: '/' }),
    expect.objectContaining({ ...CHAT_LEAD, page: '/' }),
  ]);
  const sent = posts.filter((post) => !post.startsWith('OPTIONS'));
  const [insert, notify] = ['/rest/v1/leads', '/functions/v1/send-email'].map(
    (path) => `POST ${hosted.backendUrl}${path}`,
  );
  expect(sent).toEqual([insert, notify, insert, notify]);
});

test('without a server of ours there is no seller’s own page, and no page speaks of one', ({ hosted }) => {
  const pages = globSync('**/*.{html,xml}', { cwd: hosted.siteDirectory });
  expect(pages).toContain('privacy-policy.html');
  expect(pages).not.toContain('your-enquiry.html');
  const speaking = pages.filter((page) =>
    /your-enquiry|enquiry-link|\bown page|page of your own/i.test(
      readFileSync(join(hosted.siteDirectory, page), 'utf8'),
    ),
  );
  expect(speaking).toEqual([]);
});
