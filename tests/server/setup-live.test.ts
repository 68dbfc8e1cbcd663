import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { closedDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { replyDeadline } from '#calendar/reply-deadline.ts';
import { timeInWords } from '../../supabase/functions/send-email/message.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { copyRepository } from '../../scripts/copy-repository.ts';
import { postLead } from '../support/leads/post-lead.ts';
import { PUBLISHABLE_KEY } from '../support/server/publishable-key.ts';
import { collectLog } from '../support/server/running-server.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { withoutExamples } from '../support/site/without-examples.ts';
import { openSetup } from '../support/setup/setup-command.ts';

const PARTS = [
  ...['src', 'desk', 'integrations', 'supabase', 'server', 'scripts', 'deploy'],
  ...[
    'astro.config.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    '.env.example',
    'CHANGELOG.md',
    'docs/commands.md',
  ],
];

const dateIn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);

/** The desk rejects requests for another host name than its own, which `fetch` cannot set. */
async function readDeskConfig(port: string): Promise<unknown> {
  const headers = { host: 'desk.bothy.test' };
  const outgoing = request({ host: '127.0.0.1', port, path: '/config.json', headers, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return json(response);
}

test('a public site builds and starts with what npm run setup wrote, and pages, mails and desk show the answers', async () => {
  const setup = await openSetup();
  const folder = createTemporaryFolder();
  const env = { PATH: process.env.PATH, HOME: folder };
  let server: ReturnType<typeof spawn> | undefined;
  try {
    copyRepository(folder, PARTS);
    for (const [file, text] of Object.entries(withoutExamples()))
      writeFileSync(join(folder, 'src/content', file), text);
    const example = readFileSync(join(folder, '.env.example'), 'utf8');
    const key = `PUBLIC_SUPABASE_KEY=${PUBLISHABLE_KEY}`;
    writeFileSync(join(folder, '.env'), example.replace('PUBLIC_SUPABASE_KEY=', key));
    const own = { hours: 'Mon–Sun 08:00–20:00', closedOn: `${dateIn(-1)} to ${dateIn(2)}`, openOn: '' };
    const answers = {
      ...setup.answers,
      ...own,
      leadDays: 200,
    };
    expect(await setup.run(answers, folder)).toMatchObject({ code: 0, stderr: '' });

    const build = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, env, encoding: 'utf8' });
    expect(build.status, build.stdout + build.stderr).toBe(0);
    server = spawn(process.execPath, ['server/main.ts'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { log, waitForLog } = collectLog(server);
    const isListening = await Promise.race([waitForLog('listening'), once(server, 'exit').then(() => false)]);
    expect(isListening, JSON.stringify(log)).toBeTruthy();
    const url = `http://127.0.0.1:${answers.port}`;

    const home = load(await (await fetch(url)).text());
    expect(home('footer').text()).toContain('Bothy & Byre Ltd');
    expect(home('footer').text()).toContain('1 High Street, Glasgow G1 1AA');
    expect(home('a[href="tel:01414960456"]').length).toBeGreaterThan(0);
    expect(home('script[type="application/ld+json"]').first().text()).toContain(dateIn(1));
    const policy = load(await (await fetch(`${url}/privacy-policy`)).text());
    expect(policy('td').text().replace(/\s+/g, ' ')).toContain('200 days from the day you sent it');
    // The scripts of the pages have the closed days too, because they calculate the time of a reply in the browser.
    const scripts = readdirSync(join(folder, 'dist/_astro')).filter((name) => name.endsWith('.js'));
    const texts = scripts.map((name) => readFileSync(join(folder, 'dist/_astro', name), 'utf8'));
    expect(texts.some((text) => text.includes(own.closedOn))).toBe(true);

    expect((await postLead(url, VALUATION_LEAD, crypto.randomUUID(), '203.0.113.9')).status).toBe(201);
    // The first mail is the test mail of npm run setup.
    const [, toFirm, toSeller] = await setup.mail.waitForMails(3);
    const calendar = { hours: parseOpeningHours(own.hours), closedDays: closedDays(own) };
    const promised = timeInWords.format(replyDeadline(new Date(), calendar));
    expect(toFirm).toMatchObject({
      from: { name: 'Bothy & Byre', address: 'website@bothy.test' },
      to: [{ address: 'leads@bothy.test' }],
      text: expect.stringContaining(promised) as string,
    });
    expect(toSeller).toMatchObject({
      from: { name: 'Bothy & Byre', address: 'website@bothy.test' },
      to: [{ address: VALUATION_LEAD.email }],
      text: expect.stringContaining(promised) as string,
    });
    expect(toFirm?.text).toMatch(
      /^Open it in the desk: https:\/\/desk\.bothy\.test\/#\/lead\/[\da-f-]{36}$/m,
    );
    expect(toFirm?.html).toContain('<a href="https://desk.bothy.test/#/lead/');
    expect(toSeller?.text).toContain('0141 496 0456');
    expect(toSeller?.text).toContain('https://bothy.test/your-enquiry');

    // The link that opens the desk is not in the log, but the command that prints one is.
    expect(JSON.stringify(log)).not.toContain('#/link/');
    expect(JSON.stringify(log)).toContain('npm run -s staff');
    expect(await readDeskConfig(answers.deskPort)).toMatchObject({
      brand: 'Bothy & Byre',
      siteUrl: 'https://bothy.test',
      calendar: {
        hours: expect.arrayContaining([{ days: ['Sunday'], opens: '08:00', closes: '20:00' }]) as unknown,
      },
    });

    // The server still runs, so the ports are in use. They are accepted, because they are its own.
    const standing = readFileSync(join(folder, '.env'), 'utf8');
    expect(await setup.run({}, folder)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(standing);
  } finally {
    if (server?.kill('SIGTERM')) await once(server, 'exit');
    await setup.close();
  }
});
