import { useQuery } from '@tanstack/react-query';
import { characterCount } from '#lead/text.ts';
import { NO_MAIL } from '#server/database/codes.ts';
import { savedRepliesQuery } from '../api/queries.ts';
import type { Lead } from '../api/types.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { useIsConnected } from '../live/LiveProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { CallLink } from '../ui/CallLink.tsx';
import { TextArea } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { toasts } from '../ui/toasts.ts';
import { CopyLink } from './CopyLink.tsx';
import { fillIn } from './fill-in.ts';
import { useDraft } from './use-draft.ts';

/** Where the seller reads a message, and what the mail about it says. */
function howItReaches(lead: Lead, nowMs: number): string {
  const { links, opened_at, no_mail, is_confirmed } = lead.seller;
  const opened = opened_at === null ? 'not opened yet' : `last opened ${timeInWords(opened_at, nowMs)}`;
  const page = `They read a message on their page (${opened}).`;
  if (no_mail === null)
    return `${page} If they have not read it there in two minutes, we email ${
      is_confirmed
        ? `it to ${lead.email}.`
        : `${lead.email} that there is an answer, without your words: the address is not confirmed yet.`
    }`;
  const where =
    links > 0
      ? page
      : `They have no link to their page. Copy one for them first${no_mail === 'no_address' ? '' : ', under “The seller’s page”'}.`;
  return `${where} ${NO_MAIL[no_mail]}`;
}

type Way = { name: 'note' | 'reply'; words: string; most: number; pageOnly?: true };
const NOTE: Way = { name: 'note', words: 'the note', most: 4000 };
const MESSAGE: Way = { name: 'reply', words: 'the message to the seller', most: 2000 };

/**
 * The one box for messages to the seller and for notes. The button at the end decides which it is: people forget a choice
 * that they made before they typed, and the seller would read the note. Neither can conflict with other changes, so the
 * text is shown in the history at once, before it is stored, and the box is emptied.
 */
export function WriteForm({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  const isConnected = useIsConnected();
  const key = `${lead.id}.text`;
  const { data: replies = [] } = useQuery(savedRepliesQuery());
  const { values, field, change, setErrors, forget, base } = useDraft(key, lead, { body: '' });
  const body = values.body.trim();
  const { no_mail } = lead.seller;
  const send =
    ({ name, words, most, pageOnly }: Way) =>
    () => {
      // The button, which has the focus, goes away.
      document.getElementById('write')?.focus();
      const length = characterCount(body);
      if (length > most) {
        setErrors({ body: `This has ${length} characters. At most ${most} can be stored.` });
        return;
      }
      const args = { lead_id: lead.id, body, ...(pageOnly && { page_only: true }) };
      outbox.add({ name, key: `${key}.${crypto.randomUUID()}`, words, args, base });
      forget();
      // A poll notices only after some seconds that the connection is lost.
      const isSent = isConnected && navigator.onLine;
      toasts.add({ title: isSent ? 'It is in the history, below' : 'Kept here, not sent yet' });
    };
  return (
    // The keys that save a form only lead to the buttons here.
    <Form onSave={() => document.getElementById('write-ways')?.querySelector('button')?.focus()}>
      <TextArea
        id="write"
        label={`Message to ${lead.name}, or a note for us only`}
        hint={howItReaches(lead, nowMs)}
        {...field('body')}
        // The text stays, as a draft.
        onKeyDown={({ key }) => {
          if (key === 'Escape') document.querySelector<HTMLElement>('.lead h1')?.focus();
        }}
      />
      {replies.length > 0 && (
        <div role="group" aria-label="Saved replies" className="-m-1 flex gap-2 overflow-x-auto p-1">
          {replies.map((reply) => (
            <button
              key={reply.id}
              type="button"
              className="chip shrink-0"
              onClick={() => {
                const typed = values.body.trimEnd();
                change({ body: (typed && `${typed}\n\n`) + fillIn(reply.body, lead) });
                document.getElementById('write')?.focus();
              }}
            >
              {reply.name}
            </button>
          ))}
        </div>
      )}
      {no_mail === 'no_address' && (
        <div className="flex flex-wrap items-center gap-2">
          {!lead.do_not_call && <CallLink card={lead} className="button button-secondary button-small" />}
          <CopyLink lead={lead} />
          {lead.whatsapp_link && (
            <a
              href={lead.whatsapp_link}
              target="_blank"
              rel="noreferrer"
              className="button button-secondary button-small"
            >
              Open WhatsApp
            </a>
          )}
        </div>
      )}
      {body !== '' && (
        <div id="write-ways" className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={send(MESSAGE)}>
            Send to the seller
          </Button>
          {no_mail === null && (
            <Button onClick={send({ ...MESSAGE, pageOnly: true })}>
              On their page only, without an email
            </Button>
          )}
          <Button className="button-note" onClick={send(NOTE)}>
            Add the note, for us only
          </Button>
        </div>
      )}
    </Form>
  );
}
