import { SubmitButton } from '../forms/core/SubmitButton.tsx';
import { TextAreaField } from '../forms/core/TextField.tsx';
import { Afterwards } from './Complaints.tsx';
import type { ActionProps, SellersAction } from './types.ts';
import { WriteForm } from './WriteForm.tsx';

/** How a complaint goes on, and the form for one. */
function ComplainForm({ firm }: ActionProps) {
  return (
    <>
      <p>{`Somebody here reads it, even if your enquiry is closed. ${firm.complaints[0]}`}</p>
      <Afterwards firm={firm} />
      <WriteForm
        name="complain"
        label="Complain"
        fields={['body']}
        argsOf={({ body = '' }) => ({ body })}
        done="We have your complaint. It is shown above, with the day by which we answer."
        buttons={(isSending) => (
          <SubmitButton submitting={isSending} label="Send the complaint" busyLabel="Sending..." />
        )}
      >
        {(field) => <TextAreaField {...field('body')} label="What went wrong, in your own words" rows={5} />}
      </WriteForm>
    </>
  );
}

export const action: SellersAction = {
  place: 50,
  title: 'Complain',
  name: 'complain',
  isOffered: () => true,
  Form: ComplainForm,
};
