import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ArticleCover } from './ArticleCover.tsx';
import { CitySkyline } from './CitySkyline.tsx';
import { CityStreet } from './CityStreet.tsx';
import { CoverByRule } from './cover-by-rule.tsx';
import { COVERS } from './covers.tsx';
import { Tenement } from './buildings.tsx';
import { LEADING_CITIES } from '#src/site.ts';
import { BarChart } from './charts/BarChart.tsx';
import { Route } from './charts/Route.tsx';
import { DurationChart } from './charts/DurationChart.tsx';

describe('city skylines', () => {
  const fallback = <i>a street</i>;

  test.each(LEADING_CITIES)('%s has its own skyline', (city) => {
    expect(renderToStaticMarkup(<CitySkyline city={city} fallback={fallback} />)).toMatch(
      /^<svg[^>]*aria-hidden="true"/,
    );
  });

  test('a city without a skyline gets the fallback', () => {
    expect(renderToStaticMarkup(<CitySkyline city="fort-william" fallback={fallback} />)).toBe(
      '<i>a street</i>',
    );
  });

  test('a city without buildings in its file gets a street, always the same, and not that of every other city', () => {
    const street = (city: string) => renderToStaticMarkup(<CityStreet city={city} />);
    expect(street('perth')).toBe(street('perth'));
    expect(new Set(['perth', 'oban', 'fort-william', 'ayr', 'stirling'].map(street)).size).toBeGreaterThan(2);
  });
});

describe('article covers', () => {
  const cover = (article: string) => renderToStaticMarkup(<ArticleCover article={article} />);

  test.each(Object.keys(COVERS))('%s has its own cover', (article) => {
    expect(cover(article)).not.toContain(renderToStaticMarkup(<CoverByRule article={article} />));
  });

  test('an article without a drawing gets one from the words of its slug', () => {
    expect(cover('selling-a-croft')).toMatch(/^<svg[^>]*aria-hidden="true"/);
    expect(cover('damp-in-a-flat')).toContain(renderToStaticMarkup(<Tenement x={44} y={138} scale={0.62} />));
  });

  test('articles on different subjects have different covers', () => {
    const slugs = [
      'selling-a-croft',
      'what-a-survey-costs',
      'damp-in-a-flat',
      'moving-with-parents',
      'late-keys',
    ];
    expect(new Set(slugs.map(cover)).size).toBe(slugs.length);
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
