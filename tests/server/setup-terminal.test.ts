import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '../support/server/listen-on-free-port.ts';
import { openSetup } from '../support/setup/setup-command.ts';
import { openTerminal } from '../support/setup/terminal.ts';

const setup = await openSetup();
afterAll(setup.close);

await setup.run(setup.answers);
const ENV = join(setup.folder, '.env');
const STANDING = readFileSync(ENV, 'utf8');

const ENTER = '\r';
const CTRL_C = '\u0003';
/** Empties the line. */
const CTRL_U = '\u0015';

type Terminal = ReturnType<typeof openTerminal>;

/** Every question in its order, and the keys that answer it. Enter keeps the current answer. */
const QUESTIONS: readonly [message: string, keys: string][] = [
  // This answer changes the brand: an `.env` that was written before the last question would show it.
  ['The name on every page', ` Leith${ENTER}`],
  ['The company behind it', ENTER],
  ['Telephone number', ENTER],
  ['WhatsApp number', ENTER],
  ['Email address for visitors', ENTER],
  ['Postal address, on one line', ENTER],
  ['Where the company is registered', ENTER],
  ['Its registered office', ENTER],
  ['The redress scheme', ENTER],
  ['Who supervises you', ENTER],
  ['Days until a complaint has its written answer', ENTER],
  ['Opening hours', ENTER],
  ['Days on which you are closed', ENTER],
  ['Bank holidays on which you are open', ENTER],
  ['Who made the site', ENTER],
  ['The domain of the site', ENTER],
  ['Should your staff work on the enquiries', ENTER],
  ['The domain of the desk', ENTER],
  ['The port of the site', ENTER],
  ['The port of the desk', ENTER],
  ['Which proxy is in front', ENTER],
  ['The user of the service', ENTER],
  ['The folder for the enquiries', ENTER],
  ['The folder for a backup each day', ENTER],
  ['The SMTP server of your mail provider', ENTER],
  ['Its port', ENTER],
  ['Your user name there', ENTER],
  ['Your password there (Enter keeps the present one)', ENTER],
  ['The inbox that gets an email for each enquiry', ENTER],
  ['The address that the emails come from', ENTER],
  ['Send a test email to leads@bothy.test now?', 'y'],
  ['Did it arrive?', ENTER],
  ['Email each seller that you have their enquiry', ENTER],
  ['Days until an enquiry is deleted', ENTER],
  ['Days until an enquiry that looks like spam is deleted', ENTER],
  ['Days until the record of an email’s delivery is deleted', ENTER],
  ['Write all this to .env and deploy/live/?', ENTER],
];

async function answer(terminal: Terminal, questions: typeof QUESTIONS): Promise<void> {
  for (const [message, keys] of questions) {
    await terminal.waitFor(`◆  ${message}`);
    terminal.type(keys);
  }
}

/** Starts the command, and answers all questions before the one with this index, which is then shown. */
async function openAt(index: number) {
  const terminal = openTerminal(setup.args, { cwd: setup.folder, env: setup.env });
  // The command tries each port. Commands that run at the same time must not try the same one.
  const questions = await Promise.all(
    QUESTIONS.map(async ([message, keys]): Promise<(typeof QUESTIONS)[number]> => {
      const isPort = message.startsWith('The port of the ');
      return [message, isPort ? `${CTRL_U}${await findFreePort()}${ENTER}` : keys];
    }),
  );
  try {
    await answer(terminal, questions.slice(0, index));
    const [message] = questions[index] ?? [''];
    if (message) await terminal.waitFor(`◆  ${message}`);
  } catch (error) {
    terminal[Symbol.dispose]();
    throw error;
  }
  return terminal;
}

const NUMBERED = QUESTIONS.map(([message], index) => [message, index] as const);

test.concurrent.each(NUMBERED)('Ctrl+C at "%s" changes nothing', async (_message, index) => {
  using terminal = await openAt(index);
  terminal.type(CTRL_C);
  expect(await terminal.ended()).toBe(130);
  expect(terminal.output()).toContain('Stopped. Nothing was changed.');
  expect(readFileSync(ENV, 'utf8')).toBe(STANDING);
});

test('in a terminal, a wrong answer is explained and can be corrected, and the end has the steps that are left', async () => {
  writeFileSync(ENV, STANDING);
  using terminal = openTerminal(setup.args, { cwd: setup.folder, env: setup.env });
  await answer(terminal, QUESTIONS.slice(0, 2));
  await terminal.waitFor('◆  Telephone number');
  terminal.type(`${CTRL_U}12${ENTER}`);
  await terminal.waitFor('"12" cannot be dialled. Write the number with its area code');
  await terminal.waitFor('◆  Telephone number');
  terminal.type(`${CTRL_U}0141 496 0999${ENTER}`);
  await answer(terminal, QUESTIONS.slice(3));
  // Ctrl+C at the reviews keeps the answers before them.
  await terminal.waitFor('◆  The home page has');
  terminal.type(CTRL_C);
  await terminal.waitFor('Stopped. All answers so far are kept. Run this again to go on.');
  await terminal.waitFor('bothy.test.  A  ');
  expect(await terminal.ended()).toBe(130);
  expect(readFileSync(ENV, 'utf8')).toBe(
    STANDING.replace(/^(PUBLIC_SITE_BRAND=|MAIL_FROM=)Bothy & Byre/gm, '$1Bothy & Byre Leith').replace(
      'PUBLIC_SITE_PHONE=0141 496 0456',
      'PUBLIC_SITE_PHONE=0141 496 0999',
    ),
  );
});
