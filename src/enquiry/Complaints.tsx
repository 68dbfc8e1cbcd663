import { telHref } from '../lib/phone.ts';
import { publishedClaim } from './claims.ts';
import type { Firm } from './ReachUs.tsx';
import { longDate, scottishDate } from './times.ts';
import type { Complaint, Enquiry } from './types.ts';

const WAYS: Record<NonNullable<Complaint['way']>, string> = {
  page: 'You complained on this page',
  phone: 'You complained by phone, and we wrote this down,',
  email: 'You complained by email',
  letter: 'You complained by letter',
};

/** When the answer is due, or was given. */
function standingOf({ due_on = '', answer }: Complaint, { contact, merged, now }: Enquiry): string {
  const due = longDate(due_on);
  if (answer) {
    const also = {
      page: '',
      email: ', and sent the answer by email',
      letter: ', and sent the answer by letter',
    };
    return `We answered on ${longDate(answer.at)}${also[answer.sent_by ?? 'page']}:`;
  }
  const mail =
    typeof contact?.email === 'string' && !merged
      ? 'We email you when it is there, unless you asked us not to.'
      : 'We do not email you about it, so please look here again.';
  return due_on < scottishDate(now)
    ? `Our answer was due by ${due}. We are late, and we are sorry.`
    : `You will have our written answer by ${due}. It will be on this page. ${mail}`;
}

/** To whom to turn when our answer is missing or not enough. */
export function Afterwards({ firm }: { firm: Firm }) {
  const { text: phone } = publishedClaim('citizens-advice-phone');
  return (
    <p>
      <span>{`${firm.complaints[1]} Their number is `}</span>
      <a href={telHref(phone)} className="whitespace-nowrap text-action underline">
        {phone}
      </a>
      <span>.</span>
    </p>
  );
}

/** The seller's complaints, the newest first: by when each is answered, or our answer. */
export function Complaints({ enquiry, firm }: { enquiry: Enquiry; firm: Firm }) {
  const { complaints, now } = enquiry;
  return (
    <section aria-labelledby="complaints-title" className="stack-5">
      <h2 id="complaints-title" className="text-h3">
        {complaints.length === 1 ? 'Your complaint' : 'Your complaints'}
      </h2>
      <ol className="stack-8">
        {complaints.map((complaint) => (
          <li key={complaint.id} className="stack-3 border-l-4 border-accent pl-4">
            <p className="text-small text-ink-soft">
              {`${WAYS[complaint.way ?? 'page']} on ${longDate(complaint.received_on ?? now)}:`}
            </p>
            <p className="wrap-break-word whitespace-pre-line">{complaint.body}</p>
            <p className="font-semibold">{standingOf(complaint, enquiry)}</p>
            {complaint.answer && (
              <p className="wrap-break-word whitespace-pre-line">{complaint.answer.body}</p>
            )}
          </li>
        ))}
      </ol>
      <Afterwards firm={firm} />
    </section>
  );
}
