import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ForOwners } from '../owner/ForOwners.tsx';
import { Failure } from '../ui/Failure.tsx';
import { formAddress } from '../site/words.ts';
import { useTitle } from '../ui/title.ts';
import { AtServer } from './AtServer.tsx';
import { SavedReplies } from './SavedReplies.tsx';
import { settingsQuery } from './settings-query.ts';
import { StandingTerms } from './StandingTerms.tsx';
import { Version } from './Version.tsx';

/** The settings that have a page of their own. */
const ELSEWHERE = [
  ['/people', 'People', 'Invite somebody, change a name or a role, end somebody’s access'],
  [
    formAddress('firm.yaml', ['hours']),
    'Opening hours and closed days',
    'The hour by which a seller is promised a reply follows them',
  ],
  [
    formAddress('firm.yaml'),
    'Your firm and contact',
    'Names, phone, WhatsApp, email, addresses, in how many days a complaint is answered',
  ],
  [
    formAddress('claims.yaml'),
    'Figures that the site promises',
    'How soon you reply, how long an offer is open, how long a sale takes',
  ],
  [
    '/account',
    'Alerts, weekly email, devices and quiet hours',
    'Everybody chooses their own, on the page with their name',
  ],
  ['/person', 'People who wrote to you', 'Look somebody up, erase their data, or export leads'],
] as const;

/** Where owners find everything that can be set, and who can set it. */
export function SettingsPage() {
  useTitle('Settings');
  return (
    <ForOwners what="change how the firm works">
      <OwnersSettings />
    </ForOwners>
  );
}

function OwnersSettings() {
  const { data, error, refetch } = useQuery(settingsQuery());
  return (
    <div className="page">
      <h1 className="text-h2">Settings</h1>
      <ul className="rows">
        {ELSEWHERE.map(([href, title, hint]) => (
          <li key={title}>
            <Link href={href} className="text-link">
              {title}
            </Link>
            <span className="hint block">{hint}</span>
          </li>
        ))}
      </ul>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <p role="status">One moment</p>}
      {data && (
        <>
          <StandingTerms {...data.standing} />
          <SavedReplies />
          <section>
            <h2 className="text-h3">Reasons and targets</h2>
            <p>
              The reasons for closing a lead and for changing an offer are fixed, because sellers read a
              sentence for each, and the figures count them. What else there is to say is a note.
            </p>
            <p>
              A reply is due by the hour that the site has promised. After ten minutes of opening hours, all
              staff are told of an enquiry that nobody has opened; after thirty, the owners.
            </p>
          </section>
          <AtServer {...data} />
          <Version />
        </>
      )}
    </div>
  );
}
