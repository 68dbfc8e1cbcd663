import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findFreePort } from '../support/server/listen-on-free-port.ts';
import { openSetup } from '../support/setup/setup-command.ts';
import { openTerminal } from '../support/setup/terminal.ts';

const setup = await openSetup();
afterAll(setup.close);

await setup.run(setup.answers);
const ENV = join(setup.folder, '.env');
const ANSWERS = `${ENV}.answers`;
const STANDING = readFileSync(ENV, 'utf8');

const ENTER = '\r';
const CTRL_C = '\u0003';
const ESC = '\u001b';
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
  ['Your number in the register of the Information Commissioner', ENTER],
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
  ['The IMAP server of the mailbox', ENTER],
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

/** Starts the command in a folder of its own, and answers all questions before the one with this index, which is then shown. */
async function openAt(index: number) {
  const cwd = mkdtempSync(join(setup.folder, 'run-'));
  writeFileSync(join(cwd, '.env'), STANDING);
  const terminal = openTerminal(setup.args, { cwd, env: setup.env });
  // The command tries each port. Commands that run at the same time must not try the same one.
  const questions = await Promise.all(
    QUESTIONS.map(async ([message, keys]): Promise<(typeof QUESTIONS)[number]> => {
      const isPort = message.startsWith('The port of the ');
      return [message, isPort ? `${CTRL_U}${await findFreePort()}${ENTER}` : keys];
    }),
  );
  try {
    await answer(terminal, questions.slice(0, index));
    await terminal.waitFor(`◆  ${questions[index]?.[0]}`);
  } catch (error) {
    terminal[Symbol.dispose]();
    throw error;
  }
  return { terminal, cwd };
}

/** The question that Esc goes back to. Whether a test mail arrived is asked only after one was sent. */
const before = (index: number) =>
  QUESTIONS[index - (QUESTIONS[index - 1]?.[0] === 'Did it arrive?' ? 2 : 1)]?.[0] ?? '';

test.concurrent.each(QUESTIONS.map(([message], index) => [message, index] as const))(
  'stopped or killed at "%s", the command has changed nothing, and the next one goes on there; Esc goes back',
  async (message, index) => {
    const { terminal, cwd } = await openAt(index);
    using stopped = terminal;
    stopped.type(CTRL_C);
    expect(await stopped.ended()).toBe(130);
    expect(stopped.output()).toContain('Stopped. Nothing was changed. Your answers are kept');
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(STANDING);
    if (index === 0) return;

    using killed = openTerminal(setup.args, { cwd, env: setup.env });
    await answer(killed, [['Go on with the ', ENTER]]);
    await killed.waitFor(`◆  ${message === 'Did it arrive?' ? 'Email each seller' : message}`);
    killed.kill();
    await killed.ended();

    using next = openTerminal(setup.args, { cwd, env: setup.env });
    await answer(next, [['Go on with the ', ENTER]]);
    await next.waitFor('◆  ');
    next.type(ESC);
    await next.waitFor(`◆  ${before(index)}`);
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(STANDING);
  },
);

test('in a terminal, a wrong answer is explained and can be corrected, and the end has the steps that are left', async () => {
  writeFileSync(ENV, STANDING);
  using terminal = openTerminal(setup.args, { cwd: setup.folder, env: setup.env });
  await answer(terminal, QUESTIONS.slice(0, 2));
  await terminal.waitFor('◆  Telephone number');
  terminal.type(`${CTRL_U}12${ENTER}`);
  await terminal.waitFor('"12" cannot be dialled. Write the number with its area code');
  await terminal.waitFor('◆  Telephone number');
  terminal.type(`${CTRL_U}0141 496 0999${ENTER}`);
  await answer(terminal, QUESTIONS.slice(3, -1));
  await terminal.waitFor('Telephone number: 0141 496 0999');
  await terminal.waitFor('Your password there: ********');
  expect(statSync(ANSWERS).mode & 0o777).toBe(0o600);
  await answer(terminal, QUESTIONS.slice(-1));
  await terminal.waitFor('bothy.test.  A  ');
  expect(await terminal.ended()).toBe(0);
  expect(existsSync(ANSWERS)).toBe(false);
  expect(readFileSync(ENV, 'utf8')).toBe(
    STANDING.replace(/^(PUBLIC_SITE_BRAND=|MAIL_FROM=)Bothy & Byre/gm, '$1Bothy & Byre Leith').replace(
      'PUBLIC_SITE_PHONE=0141 496 0456',
      'PUBLIC_SITE_PHONE=0141 496 0999',
    ),
  );
});
