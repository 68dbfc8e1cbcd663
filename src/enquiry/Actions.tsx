import { useState, type ReactNode } from 'react';
import { PlusMinus } from '../components/ui/PlusMinus.tsx';
import { AnswerOffer } from './AnswerOffer.tsx';
import { AskForCall } from './AskForCall.tsx';
import { ComplainForm } from './Complaints.tsx';
import { useShared } from './context.ts';
import { CorrectContact } from './CorrectContact.tsx';
import { EraseEverything } from './EraseEverything.tsx';
import type { Firm } from './ReachUs.tsx';
import { StopEverything } from './StopEverything.tsx';
import type { Enquiry } from './types.ts';
import { isOver } from './words.ts';

type Props = { enquiry: Enquiry; firm: Firm; onErased: () => void };

/** The actions of the seller, other than writing a message. */
export function Actions({ enquiry, firm, onErased }: Props) {
  const isBinding = enquiry.state.code === 'missives';
  const [offer] = enquiry.offers;
  return (
    <section aria-labelledby="actions-title" className="print:hidden">
      <h2 id="actions-title" className="text-h3">
        What you can do
      </h2>
      <ul className="mt-4 border-t-2 border-ink">
        {offer?.stands && (
          <Action title="Answer our offer" form="answer_offer" key="answer">
            <AnswerOffer enquiry={enquiry} offer={offer} />
          </Action>
        )}
        {!isOver(enquiry) && (
          <Action title="Ask us to ring you" form="ask_for_call" key="call">
            <AskForCall enquiry={enquiry} />
          </Action>
        )}
        <Action title="Correct how we reach you" form="correct_contact" key="contact">
          <CorrectContact contact={enquiry.contact} />
        </Action>
        {(enquiry.merged ? !enquiry.do_not_call : !isOver(enquiry) && !isBinding) && (
          <Action title="Stop everything" form="stop" key="stop">
            <StopEverything isMerged={enquiry.merged} />
          </Action>
        )}
        <Action title="Complain" form="complain" key="complain">
          <ComplainForm firm={firm} />
        </Action>
        <Action title="Delete your enquiry" form="erase" key="erase">
          <EraseEverything enquiry={enquiry} onErased={onErased} />
        </Action>
      </ul>
    </section>
  );
}

/** One action, with its form. It starts unfolded if its form has a draft. */
function Action({ title, form, children }: { title: string; form: string; children: ReactNode }) {
  const { drafts } = useShared();
  const [isOpen] = useState(() => Object.values(drafts.read(form).values).some(Boolean));
  return (
    <li className="border-b border-line">
      <details className="accordion-item group" open={isOpen}>
        <summary className="-mx-3 flex cursor-pointer items-start justify-between gap-6 px-3 py-4.5 hover:text-action focus-visible:-outline-offset-3">
          <h3 className="text-h4">{title}</h3>
          <PlusMinus />
        </summary>
        <div className="stack-4 max-w-prose pt-1 pb-7">{children}</div>
      </details>
    </li>
  );
}
