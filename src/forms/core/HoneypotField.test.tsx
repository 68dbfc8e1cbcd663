import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HONEYPOT_FIELD } from '#lead/suspicion.ts';
import { HoneypotField } from './HoneypotField.tsx';

const html = renderToString(<HoneypotField />);

test('browsers and password managers do not fill in the honeypot field', () => {
  expect(html).toContain('autoComplete="off"');
  expect(html).toContain(`name="${HONEYPOT_FIELD}"`);
  // Parts of field names that autofill recognises.
  expect(HONEYPOT_FIELD).not.toMatch(
    /name|mail|phone|tel|address|post|zip|city|url|web|site|company|user|pass/,
  );
});
