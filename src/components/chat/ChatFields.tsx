import type { ChatField } from '../../../supabase/functions/_shared/lead/chat.ts';
import { TextAreaField, TextField } from '../form/TextField.tsx';
import { field } from './field-id.ts';

export function ChatFields({ errorFor }: { errorFor: (field: ChatField) => string | undefined }) {
  return (
    <>
      <p className="text-small text-ink-soft">All three are needed.</p>
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
      <TextAreaField {...field('message')} label="Message" error={errorFor('message')} required rows={2} />
    </>
  );
}
