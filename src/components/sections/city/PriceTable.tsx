import type { City } from '#src/content/collections.ts';

type Props = NonNullable<City['marketStatistics']>['prices'];

const WIDEST = 100;

const toPounds = (price: string) => Number(price.replace(/\D/g, ''));

/** A table of prices with a bar for each price. */
export function PriceTable({ intro, columns, rows, note }: Props) {
  const highest = Math.max(...rows.map(([, price]) => toPounds(price)));
  return (
    <div className="self-start bg-card p-5 shadow-card sm:p-8">
      <table className="w-full">
        <caption className="pb-4 text-left text-body font-semibold">{intro}</caption>
        <thead className="sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([type, price]) => (
            <tr key={type} className="border-t border-line">
              <th scope="row" className="w-full py-2.5 text-left font-normal">
                {type}
                <Bar share={toPounds(price) / highest} />
              </th>
              <td className="py-2.5 pl-6 text-right align-bottom [line-height:1] font-semibold lining-nums tabular-nums">
                {price}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-small text-ink-soft">{note}</p>
    </div>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg
      viewBox={`0 0 ${WIDEST} 4`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mt-1.5 block h-2 w-full"
    >
      <path className="fill-draw-sandstone" d={`M0 0h${Math.round(share * WIDEST)}v4H0z`} />
    </svg>
  );
}
