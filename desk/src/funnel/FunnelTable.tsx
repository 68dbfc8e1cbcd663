import { STEPS, type Counts } from './figures.ts';

type Props = {
  caption: string;
  head: string;
  rows: readonly { name: string; counts: Counts }[];
  sum?: Counts;
};

/** The figures of a chart as a table. On a phone, it scrolls horizontally, and its first column stays in view. */
export function FunnelTable({ caption, head, rows, sum }: Props) {
  return (
    <div className="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table className="figures">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {STEPS.map(([step, name]) => (
              <th key={step} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts }, index) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              {STEPS.map(([step]) => (
                <td key={step}>{counts[step]}</td>
              ))}
            </tr>
          ))}
        </tbody>
        {sum && (
          <tfoot>
            <tr>
              <th scope="row">All</th>
              {STEPS.map(([step]) => (
                <td key={step}>{sum[step]}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
