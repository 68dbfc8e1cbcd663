/** What a real server makes of an owner's words and pictures: the same everywhere, and nothing that a page must not have. */
import { randomBytes, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { load } from 'cheerio';
import PostalMime from 'postal-mime';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closedDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { replyDeadline } from '#calendar/reply-deadline.ts';
import { timeInWords } from '#send-email/message.ts';
import type { DeskDetails } from '#server/desk/desk-details.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { sendFile } from '../support/papers/send-file.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import type { RunningServer } from '../support/server/running-server.ts';
import { CROFT, openTrialOwner, type TrialOwner, type Work } from '../support/server/trial-owner.ts';

type Overview = { live: { at: string } | null };

/** Words that would be code if anything ran them. */
const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)> {process.env.HOME} ${1 + 1}';

const PHONE = '0131 496 0777';
const HOURS = 'Mon–Fri 08:00–20:00';
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const CLOSED_ON = `${dayIn(20)} to ${dayIn(30)}`;

const PATH = 'articles/selling-a-croft.md';
const ARTICLE = {
  ...CROFT,
  description: `What a crofter has to ask before the house is sold, and whom: ${HOSTILE}`,
  excerpt: `Whom to ask before a croft is sold. ${HOSTILE}`,
  callToAction: { ...CROFT.callToAction, lead: 'Tell us <b>which croft</b> {it} is.' },
  body: 'Before a croft is sold, the Crofting Commission has to know of it.\n',
};

let installation: Installation;
let server: RunningServer;
let owner: TrialOwner;

async function start() {
  server = await installation.start({ DESK_PORT: '0' });
  owner = await openTrialOwner(server);
}

beforeAll(async () => {
  installation = await createInstallation();
  await start();
});
afterAll(() => installation.close());

const page = async (path: string) => (await fetch(server.url + path)).text();

const change = (path: string, changes: Record<string, unknown>) =>
  owner.change(path, (value) => ({ ...value, ...changes }));

/** Sends a picture, as the desk does. @returns its id */
async function addPicture(picture: Sharp): Promise<string> {
  const uploadId = randomUUID();
  await sendFile(owner.call, { lead_id: null }, uploadId, await picture.jpeg().toBuffer());
  return (await owner.call<{ id: string }>('add_site_picture', { upload_id: uploadId })).id;
}

test('a new phone number, new hours, an article with a picture and hostile words are published', async () => {
  await change('firm.yaml', { phone: PHONE, hours: HOURS, closedOn: CLOSED_ON });
  const picture = await addPicture(
    sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#685' } }),
  );
  await owner.call('add_site_document', { group: 'articles', title: ARTICLE.title });
  const shown = `<Picture id="${picture}" alt="A byre with a red door" caption="The byre" />`;
  await change(PATH, { ...ARTICLE, body: `${ARTICLE.body}\n${shown}\n` });
  await owner.begin('publish');
  const work = await owner.waitForWork('done', 'failed');
  expect(work, JSON.stringify(work.problems)).toMatchObject({ state: 'done', problems: [] });
  await waitUntil('it is served', async () => (await page('/')).includes(PHONE));
});

test('within a minute, visitors, sellers and staff are told the same hours and phone number', async () => {
  const closed = closedDays({ closedOn: CLOSED_ON });
  const calendar = { hours: parseOpeningHours(HOURS), closedDays: closed };
  await waitUntil('the promise clock follows', async () => {
    const hours = await installation.query(`select from desk.opening_hours where closes = '20:00'`);
    return hours.length === 5;
  });
  const { live } = await owner.call<Overview>('site');
  expect(Date.now() - Date.parse(live?.at ?? '')).toBeLessThan(60_000);

  await postLead(server.url, VALUATION_LEAD, randomUUID());
  let mails: { to: string; text: string }[] = [];
  await waitUntil('the seller has a mail', async () => {
    const parsed = await Promise.all((await installation.readMails()).map((mail) => PostalMime.parse(mail)));
    mails = parsed.map(({ to, text = '' }) => ({ to: to?.[0]?.address ?? '', text }));
    return mails.some(({ to }) => to === VALUATION_LEAD.email);
  });
  const toSeller = mails.find(({ to }) => to === VALUATION_LEAD.email);
  expect(toSeller?.text).toContain(`ring us on ${PHONE} (${HOURS})`);
  const [lead] = await installation.query('select id, created_at from public.leads');
  const sentAt = lead?.created_at as Date;
  const promised = replyDeadline(sentAt, calendar);
  const toFirm = mails.find(({ text }) => text.includes(String(lead?.id)));
  expect(toFirm?.text).toContain(`Reply promised by: ${timeInWords.format(promised)}`);

  const atDesk = await owner.call<{ promised_by: string }>('lead', { lead_id: lead?.id });
  expect(new Date(atDesk.promised_by)).toEqual(promised);
  const config = (await owner.client.send('GET', '/config.json')).body as unknown as DeskDetails;
  expect(config.calendar.hours).toContainEqual({ days: ['Friday'], opens: '08:00', closes: '20:00' });
  const days = new Set(config.calendar.closedDays);
  expect([dayIn(20), dayIn(30)].map((day) => days.has(day))).toEqual([true, true]);
  expect(replyDeadline(sentAt, { hours: config.calendar.hours, closedDays: days })).toEqual(promised);

  const sellersPage = load(await page('/your-enquiry'))('[data-your-enquiry]').attr('data-your-enquiry');
  expect(JSON.parse(sellersPage ?? '')).toMatchObject({ phone: PHONE, hours: HOURS });
  const data = load(await page('/'))('script[type="application/ld+json"]')
    .first()
    .text();
  for (const part of [
    `"telephone":"${PHONE}"`,
    '"opens":"08:00","closes":"20:00"',
    `"validFrom":"${dayIn(20)}"`,
  ])
    expect(data).toContain(part);
});

test('the picture keeps its place while it loads, and each of its files may be kept for a year', async () => {
  const image = load(await page('/blog/selling-a-croft'))('figure img');
  expect(image.attr()).toMatchObject({
    alt: 'A byre with a red door',
    width: '1344',
    height: '896',
    loading: 'lazy',
    decoding: 'async',
  });
  expect(image.parent().find('figcaption').text()).toBe('The byre');
  const files = (image.attr('srcset') ?? '').split(', ').map((candidate) => candidate.split(' '));
  expect(files.map(([, width]) => width)).toEqual(['390w', '780w', '1344w']);
  expect(files.map(([file]) => file)).toContain(image.attr('src'));
  const stored = await installation.query('select contents from desk.site_picture_sizes order by width');
  for (const [index, [file = '']] of files.entries()) {
    const response = await fetch(server.url + file);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(stored[index]?.contents as Buffer)).toBe(true);
  }
});

test('markup, scripts and braces come out as they were typed', async () => {
  const $ = load(await page('/blog/selling-a-croft'));
  expect($('img[src="x"], [onerror]')).toHaveLength(0);
  const scripts = $('script')
    .toArray()
    .filter((script) => $(script).text().includes('alert(1)'));
  for (const script of scripts) expect($(script).attr('type')).toBe('application/ld+json');
  const [data = ''] = scripts.map((script) => $(script).text());
  expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(ARTICLE.description));
  expect($('meta[name="description"]').attr('content')).toBe(ARTICLE.description);
  expect($('main').text()).toContain(ARTICLE.callToAction.lead);
});

test('an owner finds no other files at forged addresses of a preview', async () => {
  const { version } = await owner.call<Work>('site_work');
  for (const forged of [
    '0/',
    '-1/',
    '1e3/',
    '999999999999999/',
    `${version}/%2e%2e/%2e%2e/keys.json`,
    `${version}/..%2f..%2fkeys.json`,
    `${version}%00/`,
  ]) {
    const { status } = await owner.client.send('GET', `/preview/${forged}`);
    expect({ forged, status }).toEqual({ forged, status: 404 });
  }
});

test('what only the built pages show is refused, with its document', async () => {
  const noise = () =>
    addPicture(sharp(randomBytes(1344 * 900 * 3), { raw: { width: 1344, height: 900, channels: 3 } }));
  const pictures = [await noise(), await noise()].map((id) => `<Picture id="${id}" alt="Heather" />\n`);
  const words = randomBytes(24_000).toString('hex').match(/.{8}/g) ?? [];
  await change(PATH, { body: ['See [Oban](/oban).\n', ...pictures, words.join(' ')].join('\n') });
  await owner.begin('publish');
  const { state, problems } = await owner.waitForWork('done', 'failed');
  expect(state).toBe('failed');
  expect(problems).toEqual(
    [
      /^This page is too long by \d+\.\d KB/,
      /^The pictures of this page are too large by \d+\.\d KB/,
      /^The link "Oban" leads to \/oban, and there is no such page/,
    ].map((message) => ({ path: PATH, field: [], message: expect.stringMatching(message) as string })),
  );
});

test('a build that is killed, and a server that is killed while it checks the pages, leave the site as it was', async () => {
  const before = await page('/blog/selling-a-croft');
  await owner.begin('publish');
  expect(await owner.client.call('build_site', { purpose: 'preview' })).toMatchObject({
    status: 409,
    body: { hint: 'busy', message: 'The pages are being built already. Wait until that has ended.' },
  });
  await waitUntil('the build is killed, as for want of memory', () => {
    const isBuild = (pid: string) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`build-aside.ts\0${installation.dataDir}`);
    const pid = globSync('[0-9]*', { cwd: '/proc' }).find(isBuild);
    // The whole group, as the system ends what is in one control group.
    return Promise.resolve(process.kill(-Number(pid), 'SIGKILL'));
  });
  const [problem] = (await owner.waitForWork('failed')).problems;
  expect(problem?.message).toMatch(/^The pages could not be built, and the site is as before\./);

  await change(PATH, { body: ARTICLE.body });
  await owner.begin('publish');
  await owner.waitForWork('checking');
  await server.kill('SIGKILL');
  await start();
  const [interrupted] = (await owner.waitForWork('failed')).problems;
  expect(interrupted?.message).toMatch(/The site is as before\. Publish again\./);
  expect((await page('/blog/selling-a-croft')) === before).toBe(true);
});
