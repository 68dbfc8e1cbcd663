import { useRef, useState } from 'react';
import { enquiryLink, newEnquiryKey, type EnquiryKey } from '#lead/enquiry-key.ts';
import { Button } from '../components/ui/Button.tsx';
import { CopyButton } from '../components/ui/CopyButton.tsx';
import { timeInWords } from './times.ts';
import type { Enquiry, Share } from './types.ts';
import { useWrite } from './use-write.ts';
import { WriteNote } from './WriteNote.tsx';

/** How many shared links may work at the same time. The database enforces the same limit. */
const MOST_SHARES = 3;

/** Makes read-only links for other people, shows when each was last opened, and ends them. */
export function TrustedPerson({ enquiry: { now, shares } }: { enquiry: Enquiry }) {
  const write = useWrite('share');
  /** The key of the new link, kept until the database has stored its hash, so that a retry sends the same hash. */
  const made = useRef<EnquiryKey>(undefined);
  const [link, setLink] = useState<string>();

  async function share() {
    made.current ??= await newEnquiryKey();
    const { key, hash } = made.current;
    if (!(await write.send({ key_hash: hash }))) return;
    made.current = undefined;
    setLink(enquiryLink(window.location.origin, key));
  }

  return (
    <section aria-labelledby="share-title" className="print:hidden">
      <h2 id="share-title" className="text-h3">
        Show this to somebody you trust
      </h2>
      <p className="mt-3">
        You need not decide alone. Make a second link for a daughter, a friend, a solicitor or an adviser.
        They can read this page and our documents, but not your name, phone number, email address, messages,
        complaints, or the documents and pictures that you sent. They cannot change anything.
      </p>
      {shares.length > 0 && (
        <ul className="mt-4 border-t border-line">
          {shares.map((each) => (
            <ShareRow key={each.number} share={each} now={now} />
          ))}
        </ul>
      )}
      {link && (
        <div className="mt-4 rounded-control border-l-8 border-action bg-action-wash p-4">
          <p>Copy the new link now, and send it to them. We cannot show it again.</p>
          <p className="mt-2 text-small break-all" data-shared-link>
            {link}
          </p>
          <p className="mt-3">
            <CopyButton key={link} text={link} label="Copy the link for them" />
          </p>
        </div>
      )}
      <div className="stack-3 mt-4">
        <WriteNote write={{ ...write, isDone: false }} done="" />
        {shares.length < MOST_SHARES ? (
          <Button
            variant="secondary"
            aria-disabled={write.isSending || undefined}
            onClick={() => void share()}
          >
            {write.isSending ? 'Making the link...' : 'Make a link for them'}
          </Button>
        ) : (
          <p key="most">Three links are in use. End one of them to make another.</p>
        )}
      </div>
    </section>
  );
}

function ShareRow({ share: { number, made_at, opened_at }, now }: { share: Share; now: string }) {
  const write = useWrite('end_share', `end_share.${number}`);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-b border-line py-3">
      <p>
        <strong>{`Link ${number}`}</strong>
        <span>{`, made ${timeInWords(made_at, now)}.`}</span>{' '}
        <span>{opened_at ? `Last opened ${timeInWords(opened_at, now)}.` : 'Nobody has opened it yet.'}</span>
      </p>
      <Button
        variant="secondary"
        size="compact"
        aria-disabled={write.isSending || undefined}
        onClick={() => void write.send({ share_number: number })}
      >
        {`End link ${number}`}
      </Button>
      <WriteNote write={write} done="" />
    </li>
  );
}
