import { useState } from 'react';
import { SubmitButton } from '../forms/core/SubmitButton.tsx';
import { TextField } from '../forms/core/TextField.tsx';
import type { Enquiry } from './types.ts';
import { WriteForm } from './WriteForm.tsx';

/** Asks for another address after a mail came back. It stays to say that the new one was saved. */
export function AnotherAddress({ contact }: Pick<Enquiry, 'contact'>) {
  const [returned, setReturned] = useState('');
  if (contact?.is_returned && contact.email && !returned) setReturned(contact.email);
  return returned ? (
    <WriteForm
      name="correct_contact"
      form="another_address"
      label="Your email address"
      fields={['email']}
      argsOf={({ email }) => ({ email })}
      done="Thank you. We write to this address from now on."
      buttons={(isSending) => <SubmitButton submitting={isSending} label="Save" busyLabel="Saving..." />}
    >
      {(field) => (
        <TextField
          {...field('email')}
          label="Another email address"
          hint={`Our last email to ${returned} came back.`}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      )}
    </WriteForm>
  ) : null;
}
