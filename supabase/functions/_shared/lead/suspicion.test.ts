import { expect, test } from 'vitest';
import { readSuspectHeader, suspectReasonsOf } from './suspicion.ts';

test.each([
  [{ trap: '', ageMs: 60_000 }, []],
  [{ trap: '', ageMs: 3_000 }, []],
  [{ trap: '' }, []],
  [{ trap: 'https://example.com', ageMs: 60_000 }, ['trap_filled']],
  [{ trap: ' ' }, ['trap_filled']],
  [{ trap: '', ageMs: 2_999 }, ['sent_too_fast']],
  [{ trap: 'x', ageMs: 0 }, ['trap_filled', 'sent_too_fast']],
])('%j is suspect for %j', (evidence, reasons) => {
  expect(suspectReasonsOf(evidence)).toEqual(reasons);
});

test.each([
  [undefined, []],
  ['', []],
  ['trap_filled', ['trap_filled']],
  ['sent_too_fast, trap_filled', ['trap_filled', 'sent_too_fast']],
  ['trap_filled,trap_filled', ['trap_filled']],
  ['TRAP_FILLED,trap_filled;x,__proto__', []],
])('a header %j means %j', (header, reasons) => {
  expect(readSuspectHeader(header)).toEqual(reasons);
});
