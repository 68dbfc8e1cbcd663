import type { ChatField } from '#lead/chat.ts';
import { chatFields } from '../core/fields.ts';
import { PhoneField } from '../core/PhoneField.tsx';
import { TextAreaField, TextField } from '../core/TextField.tsx';

export function ChatFields({ errorFor }: { errorFor: (field: ChatField) => string | undefined }) {
  const field = chatFields.propsWith(errorFor);
  return (
    <>
      <p className="text-small text-ink-soft">Please fill in all three boxes.</p>
      <TextField {...field('name')} label="Your name" autoComplete="name" />
      <PhoneField {...field('phone')} label="Phone number" hint="We will ring or text you on it." />
      <TextAreaField {...field('message')} label="Message" rows={2} />
    </>
  );
}
