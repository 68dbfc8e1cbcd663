import { saveFile } from '#src/lib/files/save-file.ts';
import { Link } from 'wouter';
import type { Lead, PersonRecord } from '../api/types.ts';
import { exactTime, londonDate } from '../lib/london.ts';
import { Button } from '../ui/Button.tsx';
import { STAGE_WORDS } from '../ui/words.ts';

type Props = { lookedUp: string; record: PersonRecord };

/** Everything stored about a person: a summary of each lead, and the raw JSON. */
export function PersonRecordView({ lookedUp, record }: Props) {
  const json = JSON.stringify({ looked_up: lookedUp, ...record }, null, 2);
  const { leads } = record;
  return (
    <div className="grid gap-4">
      <h3 className="text-h4">
        {`${leads.length === 1 ? 'One enquiry' : `${leads.length} enquiries`} of ${lookedUp}`}
      </h3>
      <ul className="grid gap-3">
        {leads.map((lead) => (
          <li key={lead.id} className="choice-card">
            <LeadSummary lead={lead} />
          </li>
        ))}
      </ul>
      <details>
        <summary className="disclosure">Everything, as it is stored</summary>
        <pre className="stored" tabIndex={0}>
          {json}
        </pre>
      </details>
      <div>
        <Button
          onClick={() =>
            saveFile(new Blob([json], { type: 'application/json' }), `person-${londonDate(Date.now())}.json`)
          }
        >
          Export as JSON
        </Button>
        <p className="hint mt-1">
          The file for somebody who asks for a copy. It has your notes as well: read it first.
        </p>
      </div>
    </div>
  );
}

function LeadSummary({ lead }: { lead: Lead }) {
  const notes = lead.events.filter(({ text }) => text !== null).length;
  const parts = [
    ['Name', lead.name],
    ['Phone', lead.phone],
    ['Email', lead.email],
    ['Property', [lead.address, lead.postcode].filter(Boolean).join(', ')],
    ['Message', lead.message],
    ['Notes', notes === 0 ? 'None' : String(notes)],
    ['Offers', lead.offers.length === 0 ? 'None' : String(lead.offers.length)],
    ['Emails', mailsOf(lead)],
  ] as const;
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong>{exactTime(lead.created_at)}</strong>
        <span>{STAGE_WORDS[lead.stage]}</span>
      </p>
      <dl className="facts">
        {parts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Link href={`/lead/${lead.id}`} className="text-link">
        Open this enquiry
      </Link>
    </>
  );
}

function mailsOf({ mail, mail_attempts: attempts }: Lead): string {
  if (!mail) return 'No email was sent about it';
  const state = { sent: 'sent', waiting: 'not sent yet', retrying: 'not sent yet' }[mail];
  return `The email about it is ${state}, after ${attempts.length === 1 ? 'one try' : `${attempts.length} tries`}`;
}
