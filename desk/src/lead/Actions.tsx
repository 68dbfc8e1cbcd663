import type { Channel, Lead } from '../api/types.ts';
import { DeskIcon } from '../ui/DeskIcon.tsx';
import { isBritishLandline, telHref, whatsAppHref } from '#src/lib/phone.ts';
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
  return (
    <div className="action-bar" role="group" aria-label={`Reach ${lead.name}`}>
      {lead.do_not_call ? (
        <span className="action action-none">Do not call</span>
      ) : (
        <a href={telHref(lead.phone)} className="action action-call" onClick={reach('phone')}>
          <DeskIcon name="phone" />
          <span>Call</span>
        </a>
      )}
      {!isBritishLandline(lead.phone) && (
        <a
          href={whatsAppHref(lead.phone)}
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
          <span>E-mail</span>
        </a>
      )}
      <button type="button" className="action" onClick={onRecord}>
        <DeskIcon name="tick" />
        <span>Record</span>
      </button>
    </div>
  );
}
