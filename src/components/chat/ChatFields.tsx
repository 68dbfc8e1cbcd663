import type { ChatField } from '../../../supabase/functions/_shared/lead/chat.ts';
import { TextAreaField, TextField } from '../form/TextField.tsx';

/** Ids that the server knows too: it writes into these fields when it answers a form sent without scripts. */
export const chatFieldId = (field: ChatField) => `chat-${field}`;

const field = <Name extends ChatField>(name: Name) => ({ name, id: chatFieldId(name) });

export function ChatFields({ errorFor }: { errorFor: (field: ChatField) => string | undefined }) {
  return (
    <>
      <TextField
        {...field('name')}
        label="Your name"
        error={errorFor('name')}
        required
        autoComplete="name"
        enterKeyHint="next"
      />
      <TextField
        {...field('phone')}
        label="Phone number"
        hint="We ring or text you back on it."
        type="tel"
        inputMode="tel"
        error={errorFor('phone')}
        required
        autoComplete="tel"
        enterKeyHint="next"
      />
      <TextAreaField {...field('message')} label="Message" error={errorFor('message')} required rows={3} />
    </>
  );
}
