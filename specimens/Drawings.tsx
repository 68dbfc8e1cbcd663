import { PROPERTY_TYPES } from '#lead/valuation.ts';
import { ArticleCover } from '../src/components/illustrations/ArticleCover.tsx';
import { BuildingPicture } from '../src/components/illustrations/BuildingPicture.tsx';
import { BarChart } from '../src/components/illustrations/charts/BarChart.tsx';
import { Route } from '../src/components/illustrations/charts/Route.tsx';
import { TimeLines } from '../src/components/illustrations/charts/TimeLines.tsx';
import { CitySkyline } from '../src/components/illustrations/CitySkyline.tsx';
import { CityStreet } from '../src/components/illustrations/CityStreet.tsx';
import { EmptyPlot } from '../src/components/illustrations/EmptyPlot.tsx';
import { StepPicture } from '../src/components/illustrations/StepPicture.tsx';
import { Street } from '../src/components/illustrations/Street.tsx';
import type { Specimens } from './Specimens.tsx';

const CITIES = ['aberdeen', 'dundee', 'edinburgh', 'glasgow'];
const ARTICLES = [
  'broken-property-chain-guide',
  'cash-buyers-vs-estate-agents',
  'how-to-sell-house-fast-scotland',
  'scottish-property-law-guide',
  'selling-inherited-property-scotland',
  'selling-property-poor-condition',
  'one-that-nobody-has-drawn',
];

/** All drawings and charts. */
export const DRAWINGS: Specimens = {
  Street: <Street className="block h-48" />,
  CityStreet: (
    <CityStreet buildings={['tenement', 'tenement', 'semi', 'villa']} className="block h-48 w-full" />
  ),
  BuildingPicture: (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
      {PROPERTY_TYPES.map((type) => (
        <BuildingPicture key={type} type={type} className="h-24" />
      ))}
    </div>
  ),
  StepPicture: (
    <div className="flex gap-6">
      {[0, 1, 2].map((step) => (
        <StepPicture key={step} step={step} className="h-20" />
      ))}
    </div>
  ),
  CitySkyline: (
    <div className="grid gap-3 sm:grid-cols-2">
      {CITIES.map((city) => (
        <CitySkyline key={city} city={city} fallback={<p>None</p>} className="w-full bg-wash" />
      ))}
    </div>
  ),
  ArticleCover: (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {ARTICLES.map((article) => (
        <ArticleCover key={article} article={article} className="w-full rounded-card" />
      ))}
    </div>
  ),
  EmptyPlot: <EmptyPlot className="w-full max-w-md rounded-card bg-wash" />,
  BarChart: (
    <BarChart
      label="A sample: one of ours and one of an agent"
      bars={[
        { name: 'Ours', text: '£135,000', value: 135, isOurs: true },
        { name: 'An agent', text: '£175,076', value: 175, whole: 180 },
      ]}
    />
  ),
  TimeLines: (
    <TimeLines
      label="A sample: 70 to 90 days through an agent, of which 30 go on finding a buyer; 28 days to us"
      lines={[
        {
          name: 'An agent',
          days: { text: '70–90 days', least: 70, most: 90 },
          search: { name: 'Finding a buyer', days: { text: '30 days', least: 30, most: 30 } },
        },
        { name: 'Ours', days: { text: '28 days', least: 28, most: 28 }, isOurs: true },
      ]}
    />
  ),
  Route: (
    <Route
      label="A sample: one; two, behind which is a gate; three"
      stages={['1. The first stage', '2. The second', '3. The last']}
      gate={{ stage: '2. The second', text: 'Nothing before this' }}
    />
  ),
};
