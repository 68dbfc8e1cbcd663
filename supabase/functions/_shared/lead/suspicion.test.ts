import { expect, test } from 'vitest';
import { readSuspectHeader, suspectReasonsOf } from './suspicion.ts';

test.each([
  [{ honeypot: '', fillMs: 60_000 }, []],
  [{ honeypot: '', fillMs: 3_000 }, []],
  [{ honeypot: '' }, []],
  [{ honeypot: 'https://example.com', fillMs: 60_000 }, ['trap_filled']],
  [{ honeypot: ' ' }, ['trap_filled']],
  [{ honeypot: '', fillMs: 2_999 }, ['sent_too_fast']],
  [{ honeypot: 'x', fillMs: 0 }, ['trap_filled', 'sent_too_fast']],
])('a form with %j gives the reasons for suspicion %j', (evidence, reasons) => {
  expect(suspectReasonsOf(evidence)).toEqual(reasons);
});

test.each([
  [undefined, []],
  ['', []],
  ['trap_filled', ['trap_filled']],
  ['sent_too_fast, trap_filled', ['trap_filled', 'sent_too_fast']],
  ['trap_filled,trap_filled', ['trap_filled']],
  ['TRAP_FILLED,trap_filled;x,__proto__', []],
])('the header %j gives the reasons for suspicion %j', (header, reasons) => {
  expect(readSuspectHeader(header)).toEqual(reasons);
});
