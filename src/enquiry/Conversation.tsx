import { TextAreaField } from '../forms/core/TextField.tsx';
import { SubmitButton } from '../forms/core/SubmitButton.tsx';
import { timeInWords } from './times.ts';
import type { Enquiry, Entry } from './types.ts';
import { entryInWords } from './words.ts';
import { WriteForm } from './WriteForm.tsx';

type Props = { enquiry: Enquiry; brand: string };

/**
 * The messages, with a form to write one. The newest stands first, below the form, so that a message that arrives does
 * not move what somebody is typing.
 */
export function Conversation({ enquiry: { conversation, contact, now }, brand }: Props) {
  const hasEmail = typeof contact?.email === 'string';
  return (
    <section
      aria-labelledby="messages-title"
      className={conversation.length === 0 ? 'print:hidden' : undefined}
    >
      <h2 id="messages-title" className="text-h3">
        Messages
      </h2>
      <div className="mt-3 print:hidden">
        <WriteForm
          name="write"
          label="Write to us"
          fields={['body']}
          argsOf={({ body = '' }) => ({ body })}
          done="We have your message. It is shown below."
          buttons={(isSending) => (
            <SubmitButton submitting={isSending} label="Send message" busyLabel="Sending..." />
          )}
        >
          {(field) => (
            <TextAreaField
              {...field('body')}
              label="Write to us"
              hint={`For example: please ring after six. We answer on this page. ${hasEmail ? 'If you do not read it here, we email you, unless you asked us not to.' : 'We have no email address of yours, so please look back here.'}`}
              rows={4}
            />
          )}
        </WriteForm>
      </div>
      {conversation.length > 0 && (
        <ol data-conversation className="stack-4 mt-8">
          {conversation.toReversed().map((entry) => (
            <EntryItem key={entry.id} entry={entry} now={now} brand={brand} />
          ))}
        </ol>
      )}
    </section>
  );
}

function EntryItem({ entry, now, brand }: { entry: Entry; now: string; brand: string }) {
  const isOurs = entry.from === 'firm';
  const author = isOurs ? [entry.name, brand].filter(Boolean).join(', ') : 'You';
  return (
    <li className={isOurs ? 'border-l-4 border-action pl-4' : 'border-l-4 border-line pl-4'}>
      <p className="text-small text-ink-soft">
        <strong>{author}</strong>, <span>{timeInWords(entry.at, now)}</span>
        {entry.is_mailed && <span>, and we sent you an email</span>}
      </p>
      <p className="wrap-break-word whitespace-pre-line">{entryInWords(entry, now)}</p>
    </li>
  );
}
