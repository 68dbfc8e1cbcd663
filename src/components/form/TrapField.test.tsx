import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TRAP_FIELD } from '../../../supabase/functions/_shared/lead/suspicion.ts';
import { TrapField } from './TrapField.tsx';

const html = renderToString(<TrapField />);

test('people neither see the trap, nor reach it by keyboard or screen reader', () => {
  expect(html).toMatch(/^<div aria-hidden="true" class="[^"]*-left-/);
  expect(html).toContain('tabindex="-1"');
});

test('no browser and no password manager has something to fill it with', () => {
  expect(html).toContain('autoComplete="off"');
  expect(html).toContain(`name="${TRAP_FIELD}"`);
  // The words by which they know the fields of a person.
  expect(TRAP_FIELD).not.toMatch(/name|mail|phone|tel|address|post|zip|city|url|web|site|company|user|pass/);
});
