import { dataUrlOf } from '#src/lib/files/data-url.ts';
import { jsonWithFiles, type ExportedFile } from '#src/lib/files/json-with-files.ts';
import { saveFile } from '#src/lib/files/save-file.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { readPaper } from '../api/papers.ts';
import type { Lead, PersonRecord } from '../api/types.ts';
import { exactTime, londonDate } from '../lib/london.ts';
import { Button } from '../ui/Button.tsx';
import { Fact } from '../ui/Fact.tsx';
import { STAGE_WORDS } from '../ui/words.ts';

type Props = { lookedUp: string; record: PersonRecord };

/** Everything stored about a person: a summary of each lead, and the raw JSON. */
export function PersonRecordView({ lookedUp, record }: Props) {
  const whole = { looked_up: lookedUp, ...record };
  const { leads } = record;
  const exporting = useMutation({ mutationFn: exportWithFiles });
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
          {JSON.stringify(whole, null, 2)}
        </pre>
      </details>
      <div>
        <Button aria-disabled={exporting.isPending} onClick={() => exporting.mutate(whole)}>
          Export as JSON
        </Button>
        <p className="hint mt-1">
          The file for somebody who asks for a copy, with their documents and pictures in it. It has your
          notes as well: read it first.
        </p>
        <div role="alert">
          {exporting.error && (
            <p className="notice notice-danger">{`Nothing was exported: ${exporting.error.message}`}</p>
          )}
        </div>
      </div>
    </div>
  );
}

async function* readFiles({ stored }: PersonRecord): AsyncGenerator<ExportedFile> {
  const papers = stored.flatMap((lead) => lead.papers).filter(({ removed_at }) => removed_at === null);
  for (const { id, title } of papers) {
    const contents = await readPaper(id, 'whole');
    if (!contents) throw new Error(`“${title}” could not be read. Look the person up again, and try again.`);
    yield { paper_id: id, title, contents: (await dataUrlOf(contents)).split(',')[1] ?? '' };
  }
}

async function exportWithFiles(record: PersonRecord) {
  // The browser may keep the parts of a blob on the disk.
  const pieces: Blob[] = [];
  for await (const piece of jsonWithFiles(record, readFiles(record))) pieces.push(new Blob([piece]));
  saveFile(new Blob(pieces, { type: 'application/json' }), `person-${londonDate(Date.now())}.json`);
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
              <Fact key={name} what={name}>
                {value}
              </Fact>
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
