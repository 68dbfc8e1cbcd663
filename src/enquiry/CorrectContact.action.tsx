import { SubmitButton } from '../forms/core/SubmitButton.tsx';
import { TextField } from '../forms/core/TextField.tsx';
import type { ActionProps, SellersAction } from './types.ts';
import { WriteForm } from './WriteForm.tsx';

/** Corrects the phone number or the e-mail address. The server checks them by the rules of the forms. */
function CorrectContact({ enquiry: { contact } }: ActionProps) {
  const phone = contact?.phone ?? '';
  /** Empty for an enquiry from the chat, which does not ask for an e-mail address. */
  const email = contact?.email ?? '';
  return (
    <WriteForm
      name="correct_contact"
      label="How we reach you"
      fields={['phone', 'email']}
      argsOf={(typed) => ({
        phone: typed.phone === phone ? undefined : typed.phone,
        email: typed.email === email ? undefined : typed.email,
      })}
      done="We have corrected it."
      buttons={(isSending) => <SubmitButton submitting={isSending} label="Save" busyLabel="Saving..." />}
    >
      {(field) => (
        <>
          <TextField
            {...field('phone')}
            defaultValue={field('phone').defaultValue ?? phone}
            label="Phone number"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
          {email && (
            <TextField
              {...field('email')}
              defaultValue={field('email').defaultValue ?? email}
              label="Email address"
              type="email"
              inputMode="email"
              autoComplete="email"
            />
          )}
        </>
      )}
    </WriteForm>
  );
}

export const action: SellersAction = {
  place: 30,
  title: 'Correct how we reach you',
  name: 'correct_contact',
  isOffered: () => true,
  Form: CorrectContact,
};
