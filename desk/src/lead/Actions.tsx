import type { Channel, Lead } from '../api/types.ts';
import { DeskIcon } from '../ui/DeskIcon.tsx';
import { readPhoneNumber } from '#lead/phone-number.ts';
import { expectOutcome } from '../changes/contact-draft.ts';

type Props = { lead: Lead; onRecord: () => void; onReopen: () => void };

/** Buttons to call the seller, to write to them and to record how it went. On a phone they are fixed at the bottom. */
export function Actions({ lead, onRecord, onReopen }: Props) {
  const reach = (channel: Channel) => () => {
    expectOutcome(lead.id, channel);
    onRecord();
  };
  if (lead.stage === 'closed') {
    return (
      <div className="action-bar">
        <button type="button" className="action" onClick={onReopen}>
          <DeskIcon name="back" />
          <span>Open the case again</span>
        </button>
      </div>
    );
  }
  const read = readPhoneNumber(lead.phone);
  return (
    <div className="action-bar" role="group" aria-label={`Reach ${lead.name}`}>
      {lead.do_not_call || read === undefined ? (
        <span className="action action-none">{lead.do_not_call ? 'Do not call' : 'No number to call'}</span>
      ) : (
        <a
          href={`tel:${read}`}
          className="action bg-action text-on-action hover:bg-action-strong"
          onClick={reach('phone')}
        >
          <DeskIcon name="phone" />
          <span>Call</span>
        </a>
      )}
      {lead.whatsapp_link && (
        <a
          href={lead.whatsapp_link}
          target="_blank"
          rel="noreferrer"
          className="action"
          onClick={reach('whatsapp')}
        >
          <DeskIcon name="message" />
          <span>WhatsApp</span>
        </a>
      )}
      {lead.email && (
        <a href={`mailto:${encodeURIComponent(lead.email)}`} className="action" onClick={reach('email')}>
          <DeskIcon name="mail" />
          <span>Email</span>
        </a>
      )}
      <button type="button" className="action" onClick={onRecord}>
        <DeskIcon name="tick" />
        <span>Record</span>
      </button>
    </div>
  );
}
