import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Checker } from './Checker.island.tsx';
import { CheckerResult } from './CheckerResult.tsx';
import { decide } from './decide.ts';

const resultFor = (mortgage: 'arrears' | 'court' | 'paid') => {
  const [result] = decide(['mortgage'], { mortgage }, '2026-11-21');
  if (!result) throw new Error('The answer has no result.');
  return renderToString(<CheckerResult result={result} />);
};

test('the server renders the checker’s first question and no result, in a form that cannot be sent', () => {
  const seller = renderToString(<Checker variant="seller" />);
  expect(seller).toContain('method="dialog"');
  expect(seller.match(/<fieldset/g)).toHaveLength(1);
  expect(seller).toContain('name="mortgage"');
  expect(seller, 'no question is required').not.toMatch(/\brequired=""|aria-required="true"/);
  expect(seller).not.toContain('data-topic');
  expect(renderToString(<Checker variant="executor" />)).toContain('name="seller"');
});

test.each(['arrears', 'court'] as const)(
  'for the answer "%s", advice services come before the explanation, and no offer or cash is mentioned',
  (answer) => {
    const html = resultFor(answer);
    expect(html).toContain('Get free help first');
    for (const number of ['08000281456', '08088084000', '08088004444']) {
      const link = html.indexOf(`href="tel:${number}"`);
      expect(link).toBeGreaterThan(0);
      expect(link).toBeLessThan(html.indexOf('before you agree'));
    }
    expect(html).not.toMatch(/offer|cash/i);
  },
);

test('a result names its law, when the law was checked, and by when we check it again', () => {
  const html = resultFor('paid');
  expect(html).toContain('Conveyancing and Feudal Reform (Scotland) Act 1970');
  expect(html).toMatch(/Checked 21 November 2026; we check again by 21 November 2027\./);
});
