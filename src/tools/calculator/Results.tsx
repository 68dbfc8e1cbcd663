import { wayToOffer } from '../../lib/offer-lines.ts';
import { BarChart } from '../../components/illustrations/charts/BarChart.tsx';
import { rangesOf, salesOf, WAYS, type Inputs, type Sale, type Way } from './calculate.ts';
import { pounds } from './pounds.ts';

const NAMES: Record<Way, string> = { agent: 'Agent', cash: 'Cash', auction: 'Auction' };

const LINES: readonly [keyof Sale, string][] = [
  ['price', 'Likely sale price'],
  ['fees', 'Selling fees with VAT'],
  ['reports', 'Home Report, certificate'],
  ['legal', 'Your solicitor'],
  ['bills', 'Bills until you are paid'],
  ['reserve', 'Risk of falling through, on average'],
  ['left', 'Left for you, before the mortgage'],
];

export function Results({ inputs }: { inputs: Inputs }) {
  const sales = salesOf(inputs);
  const ranges = rangesOf(inputs);
  const bars = WAYS.map((way) => {
    const { low, middle, high } = ranges[way];
    return {
      name: NAMES[way],
      text: pounds(middle),
      value: Math.max(0, low),
      whole: Math.max(0, high),
      mark: Math.max(0, middle),
      isOurs: way === 'cash',
    };
  });
  const rows: [string, (way: Way) => number][] = [
    ...LINES.map(([line, label]): [string, (way: Way) => number] => [label, (way) => sales[way][line]]),
    ['If it goes badly', (way) => ranges[way].low],
    ['If it goes well', (way) => ranges[way].high],
  ];
  if (inputs.mortgage > 0) rows.push(['Left after the mortgage', (way) => sales[way].left - inputs.mortgage]);
  return (
    <>
      <BarChart label="What each way leaves you with. The table below has the figures." bars={bars} />
      <p className="mt-3 text-small text-ink-soft">
        The line marks what to expect. The faint end runs from a bad case to a good one. An agent’s price
        takes into account that you may have to lower it.
      </p>
      <div className="overflow-x-auto" role="group" aria-label="Table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Price and costs</th>
              {WAYS.map((way) => (
                <th key={way} scope="col" className="figures">
                  {NAMES[way]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, amountOf]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {WAYS.map((way) => (
                  <td key={way} className="figures">
                    {pounds(amountOf(way))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="my-3 text-small text-ink-soft">{cashPriceInWords(inputs.value, sales.cash.price)}</p>
    </>
  );
}

const cashPriceInWords = (value: number, price: number) =>
  `Our written offer would show this price as: ${wayToOffer(Math.round(value), price)
    .map(({ what, amount }) => `${what}, ${pounds(amount)}`)
    .join('. ')}. A repair that the value does not allow for would be a line of its own.`;
