import { Button } from '../components/ui/Button.tsx';
import { TextField } from '../forms/core/TextField.tsx';
import { pounds } from '../lib/pounds.ts';
import { timeInWords } from './times.ts';
import type { ActionProps, SellersAction } from './types.ts';
import { WriteForm } from './WriteForm.tsx';

/** An answer to the standing offer: a statement to the firm, and not a contract. */
function AnswerOffer({ enquiry: { answer, now, offers } }: ActionProps) {
  const [offer] = offers;
  if (!offer) return null;
  return (
    <>
      {answer && (
        <p>
          <strong>
            {`You said ${answer.answer === 'go_ahead' ? 'that you would like to go ahead' : 'no, thank you'}, ${timeInWords(answer.at, now)}.`}
          </strong>{' '}
          <span>You can change your answer while the offer is open.</span>
        </p>
      )}
      <p>
        {`This tells us what you think of our offer of ${pounds(offer.amount)}. It is not a contract, and you can change your mind until missives are concluded. Saying no costs nothing.`}
      </p>
      <WriteForm
        name="answer_offer"
        label="Answer our offer"
        fields={['solicitor_name', 'solicitor_phone']}
        argsOf={({ answer: said, solicitor_name = '', solicitor_phone = '' }) => {
          const goesAhead = said === 'go_ahead';
          return {
            offer_id: offer.id,
            answer: goesAhead ? ('go_ahead' as const) : ('decline' as const),
            solicitor_name: goesAhead && solicitor_name.trim() ? solicitor_name : undefined,
            solicitor_phone: goesAhead && solicitor_phone.trim() ? solicitor_phone : undefined,
          };
        }}
        done="We have your answer. Nothing binds you yet."
        buttons={(isSending) => (
          <>
            <Button type="submit" name="answer" value="go_ahead" aria-disabled={isSending || undefined}>
              I would like to go ahead
            </Button>
            <Button
              type="submit"
              name="answer"
              value="decline"
              variant="secondary"
              aria-disabled={isSending || undefined}
            >
              No, thank you
            </Button>
          </>
        )}
      >
        {(field) => (
          <>
            <TextField
              {...field('solicitor_name')}
              label="Your solicitor, if you have one"
              hint="Name and firm. You can tell us later."
              required={false}
              autoComplete="off"
            />
            <TextField
              {...field('solicitor_phone')}
              label="Your solicitor's phone number"
              required={false}
              type="tel"
              inputMode="tel"
              autoComplete="off"
            />
          </>
        )}
      </WriteForm>
    </>
  );
}

export const action: SellersAction = {
  place: 10,
  title: 'Answer our offer',
  name: 'answer_offer',
  isOffered: ({ offers }) => offers[0]?.stands === true,
  Form: AnswerOffer,
};
