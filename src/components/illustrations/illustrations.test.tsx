import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ArticleCover } from './ArticleCover.tsx';
import { CitySkyline } from './CitySkyline.tsx';
import { BarChart } from './charts/BarChart.tsx';
import { Route } from './charts/Route.tsx';
import { DurationChart } from './charts/DurationChart.tsx';

const namesIn = (pattern: string, extension: string) =>
  globSync(pattern).map((file) => basename(file, extension));

describe('city skylines', () => {
  const fallback = <i>a street</i>;

  test.each(namesIn('src/content/cities/*.yaml', '.yaml'))('%s has its own skyline', (city) => {
    expect(renderToStaticMarkup(<CitySkyline city={city} fallback={fallback} />)).toMatch(
      /^<svg[^>]*aria-hidden="true"/,
    );
  });

  test('a city without a skyline gets the fallback', () => {
    expect(renderToStaticMarkup(<CitySkyline city="fort-william" fallback={fallback} />)).toBe(
      '<i>a street</i>',
    );
  });
});

describe('article covers', () => {
  const plain = renderToStaticMarkup(<ArticleCover article="selling-a-croft" />);

  test.each(namesIn('src/content/articles/*.md', '.md'))('%s has its own cover', (article) => {
    expect(renderToStaticMarkup(<ArticleCover article={article} />)).not.toBe(plain);
  });

  test('an article without a drawing of its own gets a default cover', () => {
    expect(plain).toMatch(/^<svg[^>]*aria-hidden="true"/);
  });
});

describe('charts', () => {
  test('a bar chart has its label for screen readers', () => {
    const chart = renderToStaticMarkup(<BarChart label="Two bars" bars={[]} />);
    expect(chart).toMatch(/^<svg role="img" aria-label="Two bars"/);
  });

  test('a bar chart draws each bar in proportion to the longest', () => {
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

  test('a duration chart has a tick every thirty days, and names the claim that a bar shows', () => {
    const days = { text: '70–90 days', least: 70, most: 90 };
    const chart = renderToStaticMarkup(
      <DurationChart label="" bars={[{ name: 'Sale', days, claimId: 'sale-time' }]} />,
    );
    expect(chart.match(/<line /g)).toHaveLength(4);
    expect(chart).toContain('data-claim="sale-time"');
  });

  test('a route numbers its stages and labels its gate', () => {
    const chart = renderToStaticMarkup(
      <Route label="" stages={['1. Offer', '2. Keys']} gate={{ stage: '1. Offer', text: 'Pay here' }} />,
    );
    expect(chart.match(/<circle /g)).toHaveLength(2);
    expect(chart).toContain('>Keys<');
    expect(chart).toContain('>Pay here<');
  });
});
