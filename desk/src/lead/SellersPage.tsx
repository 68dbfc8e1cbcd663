import { memo, useState } from 'react';
import type { Lead, SellerMail, SellersPage as Page } from '../api/types.ts';
import { baseOf } from '../changes/base.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { londonDate, timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { toasts } from '../ui/toasts.ts';
import { SELLER_MAIL_WORDS } from '../ui/words.ts';
import { CopyLink } from './CopyLink.tsx';
import { offerStands } from './offer-terms.ts';
import { Button } from '../ui/Button.tsx';
import { Fact } from '../ui/Fact.tsx';
import { TextField } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';

const MAIL_STATE_WORDS: Record<NonNullable<Page['mail']['received']>, string> = {
  sent: 'sent',
  waiting: 'waiting to be sent',
  retrying: 'not sent yet, will be tried again',
  failed: 'could not be sent',
};

const MAIL_WORDS = { received: 'We have your enquiry', ...SELLER_MAIL_WORDS };

/** A line for each mail to the seller that was asked for, saying whether it was sent. */
const mailLines = ({ mail }: Page): string[] =>
  Object.entries(MAIL_WORDS).flatMap(([name, words]) => {
    const state = mail[name as keyof Page['mail']];
    return state === null ? [] : [`“${words}”: ${MAIL_STATE_WORDS[state]}`];
  });

function EndLinks({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const ending = useChange('end_links', `${lead.id}.end-links`, 'the end of the seller’s links', () => {
    toasts.add({ title: 'All links ended' });
    onClose();
  });
  return (
    <Sheet title="End all links?" onClose={onClose}>
      <p>
        All links to this page stop working, including any that the seller shared. Emails to the seller that
        are still waiting are not sent. They get no new link by email until you confirm their address here.
      </p>
      <ChangeState change={ending.change} onDrop={onClose} />
      <Button
        variant="danger"
        aria-disabled={ending.isSending}
        onClick={() => ending.submit({ lead_id: lead.id }, baseOf(lead))}
      >
        End all links
      </Button>
    </Sheet>
  );
}

/**
 * After a mail came back, all links were ended, or somebody has said that our mails reach the wrong person: says which address is the seller's,
 * so that mails may go to it again.
 */
function ConfirmAddress({ lead }: { lead: Lead }) {
  const [email, setEmail] = useState(lead.email ?? '');
  const confirming = useChange('confirm_address', `${lead.id}.address`, 'the confirmed address', () =>
    toasts.add({ title: 'Address confirmed' }),
  );
  return (
    <div className="mt-4">
      <Form
        isReadOnly={confirming.isReadOnly}
        onSave={() => confirming.submit({ lead_id: lead.id, email }, baseOf(lead))}
      >
        <p>
          {`${
            lead.seller.is_returned
              ? 'Our email to this address came back.'
              : lead.seller.is_refused
                ? 'The person at this email address says that the enquiry is not theirs, so we send nothing to it.'
                : 'All links were ended, so no email has a working link now.'
          } Ring the seller and ask for their email address.`}
        </p>
        <TextField
          label="The seller’s email address"
          type="email"
          autoComplete="off"
          value={email}
          onText={setEmail}
        />
        <ChangeState change={confirming.change} />
        <SaveButton isSending={confirming.isSending}>
          {lead.seller.is_refused ? 'Send emails to this address' : 'Confirm this address'}
        </SaveButton>
      </Form>
    </div>
  );
}

/** A button that sends the seller a mail. Mails of this kind are sent only when staff press the button. */
function MailButton({ lead, mail }: { lead: Lead; mail: SellerMail }) {
  const mailing = useChange('mail_seller', `${lead.id}.mail.${mail}`, 'the email to the seller', () =>
    toasts.add({ title: 'The email is on its way' }),
  );
  return (
    <>
      <Button
        size="small"
        aria-disabled={mailing.isSending}
        onClick={() => mailing.submit({ lead_id: lead.id, mail }, baseOf(lead))}
      >
        {`Send email: “${SELLER_MAIL_WORDS[mail]}”`}
      </Button>
      <ChangeState change={mailing.change} />
    </>
  );
}

/** The seller's own page: when it was last opened, its links, and the mails with a link to it. */
export const SellersPage = memo(function SellersPage({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  const [isEnding, setIsEnding] = useState(false);
  const { opened_at, links, links_ended_at, is_refused, is_returned, mail, no_mail } = lead.seller;
  const needsAddress = links_ended_at !== null || is_refused || is_returned;
  const mayMail = no_mail === null && lead.stage !== 'closed';
  const isOnItsWay = (name: SellerMail) => mail[name] === 'waiting' || mail[name] === 'retrying';
  const [offer] = lead.offers;
  const hasOffer = offer !== undefined && offerStands(offer, londonDate(nowMs));
  return (
    <section aria-labelledby="sellers-page" className="panel">
      <h2 id="sellers-page" className="panel-title">
        The seller’s page
      </h2>
      <dl className="facts">
        <Fact what="Last opened">{opened_at === null ? 'Not yet' : timeInWords(opened_at, nowMs)}</Fact>
        <Fact what="Working links">{links}</Fact>
        {mailLines(lead.seller).map((line) => (
          <Fact key={line} what="Email">
            {line}
          </Fact>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {no_mail !== 'no_address' && <CopyLink lead={lead} />}
        {mayMail && !isOnItsWay('tried') && <MailButton lead={lead} mail="tried" />}
        {mayMail && hasOffer && !isOnItsWay('offer') && <MailButton lead={lead} mail="offer" />}
        {links > 0 && (
          <Button variant="plain" size="small" onClick={() => setIsEnding(true)}>
            End all links
          </Button>
        )}
      </div>
      {lead.email !== null && needsAddress && <ConfirmAddress lead={lead} />}
      {isEnding && <EndLinks lead={lead} onClose={() => setIsEnding(false)} />}
    </section>
  );
});
