import { expect, test } from 'vitest';
import { createMemoryLog } from '../../tests/support/server/log.ts';
import { announceDesk } from './announce-desk.ts';

const DESK_URL = 'https://desk.firm.example';
const LINK = `${DESK_URL}/#/link/secret-of-the-link`;

function announce(link: string | undefined, isTrial: boolean, isTerminal: boolean) {
  const { log, lines } = createMemoryLog();
  const printed: string[] = [];
  announceDesk(
    { url: DESK_URL, link },
    { isTrial, print: isTerminal ? (text) => void printed.push(text) : undefined, log },
  );
  return { logged: JSON.stringify(lines), printed: printed.join('') };
}

test.each([true, false])('on a trial (no DESK_URL), the link is logged (in a terminal: %s)', (isTerminal) => {
  const { logged, printed } = announce(LINK, true, isTerminal);
  expect(logged).toContain(LINK);
  expect(printed).toBe('');
});

test('with DESK_URL, the link is printed to the terminal and is not in the log', () => {
  const { logged, printed } = announce(LINK, false, true);
  expect(printed).toContain(LINK);
  expect(logged).toContain(DESK_URL);
  expect(logged).not.toContain('secret-of-the-link');
});

test('with DESK_URL and no terminal, the log names the command that prints a link', () => {
  const { logged } = announce(LINK, false, false);
  expect(logged).not.toContain('secret-of-the-link');
  expect(logged).toContain('npm run -s staff');
});

test('without a link, because an owner already has a passkey, only the URL of the desk is logged', () => {
  const { logged, printed } = announce(undefined, false, true);
  expect(JSON.parse(logged)).toMatchObject([{ url: DESK_URL, msg: 'the desk is open' }]);
  expect(printed).toBe('');
});
