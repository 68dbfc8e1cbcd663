import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ArticleCover } from './ArticleCover.tsx';
import { CitySkyline } from './CitySkyline.tsx';
import { BarChart } from './charts/BarChart.tsx';
import { Route } from './charts/Route.tsx';
import { TimeLines } from './charts/TimeLines.tsx';

const namesIn = (pattern: string, extension: string) =>
  globSync(pattern).map((file) => basename(file, extension));

describe('the city', () => {
  const fallback = <i>a street</i>;

  test.each(namesIn('src/content/cities/*.yaml', '.yaml'))('%s has its own skyline', (city) => {
    expect(renderToStaticMarkup(<CitySkyline city={city} fallback={fallback} />)).toMatch(
      /^<svg[^>]*aria-hidden="true"/,
    );
  });

  test('without a skyline has the fallback', () => {
    expect(renderToStaticMarkup(<CitySkyline city="fort-william" fallback={fallback} />)).toBe(
      '<i>a street</i>',
    );
  });
});

describe('the article', () => {
  const plain = renderToStaticMarkup(<ArticleCover article="selling-a-croft" />);

  test.each(namesIn('src/content/articles/*.mdx', '.mdx'))('%s has its own cover', (article) => {
    expect(renderToStaticMarkup(<ArticleCover article={article} />)).not.toBe(plain);
  });

  test('without a drawing has a plain cover', () => {
    expect(plain).toMatch(/^<svg[^>]*aria-hidden="true"/);
  });
});

describe('a chart', () => {
  test('has its label for screen readers', () => {
    const chart = renderToStaticMarkup(<BarChart label="Two bars" bars={[]} />);
    expect(chart).toMatch(/^<svg role="img" aria-label="Two bars"/);
  });

  test('of bars draws each in proportion to the longest', () => {
    const chart = renderToStaticMarkup(
      <BarChart
        label=""
        bars={[
          { name: 'Whole', text: '£150', value: 150, whole: 200 },
          { name: 'Half', text: '£100', value: 100 },
        ]}
      />,
    );
    expect(Array.from(chart.matchAll(/<rect[^>]*width="([^"]+)"/g), ([, width]) => width)).toEqual([
      '100.0%',
      '75.0%',
      '50.0%',
    ]);
  });

  test('of durations has a tick every thirty days, and marks the claim behind a line', () => {
    const days = { text: '70–90 days', least: 70, most: 90 };
    const chart = renderToStaticMarkup(
      <TimeLines label="" lines={[{ name: 'Sale', days, claimId: 'sale-time' }]} />,
    );
    expect(chart.match(/<line /g)).toHaveLength(4);
    expect(chart).toContain('data-claim="sale-time"');
  });

  test('of stages numbers them and labels the gate', () => {
    const chart = renderToStaticMarkup(
      <Route label="" stages={['1. Offer', '2. Keys']} gate={{ stage: '1. Offer', text: 'Pay here' }} />,
    );
    expect(chart.match(/<circle /g)).toHaveLength(2);
    expect(chart).toContain('>Keys<');
    expect(chart).toContain('>Pay here<');
  });
});
