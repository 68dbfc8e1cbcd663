import type { Settings } from './settings-query.ts';

const afterDays = (days: number): string => (days === 0 ? 'never' : `after ${days} days`);

/** What only whoever runs the server can set or do. */
export function AtServer({ at_server: set, commands }: Pick<Settings, 'at_server' | 'commands'>) {
  const values = {
    'New enquiries are mailed to': set.leads_mailed_to,
    'An email confirms the form to the seller': set.confirms_enquiries ? 'yes' : 'no',
    'What sellers answer by email': set.reads_answers ? 'comes to the desk' : 'does not come to the desk',
    'Enquiries are deleted': afterDays(set.lead_days),
    'Possible spam is deleted': afterDays(set.suspect_days),
    'Daily backup': set.backups_kept === null ? 'none' : `the last ${set.backups_kept} are kept`,
    'Newer versions': set.asks_for_versions ? 'looked for once a day' : 'not looked for',
  };
  return (
    <section>
      <h2 className="text-h3">At the server</h2>
      <p>
        Ask whoever runs the server for what is listed here. <code>npm run setup</code> changes the values. To
        look for newer versions, they set <code>UPDATES_URL</code> in the file <code>.env</code>.
      </p>
      <dl className="key-figures">
        {Object.entries(values).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="disclosure">Done at the server, with a command</summary>
        <ul className="rows">
          {commands.map(({ command, does }) => (
            <li key={command}>
              <code>{command}</code>
              <span className="hint block">{does}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
