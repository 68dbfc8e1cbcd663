import { useState } from 'react';
import { enquiryLink, newEnquiryKey } from '#lead/enquiry-key.ts';
import { deskConfig } from '../api/client.ts';
import type { Lead } from '../api/types.ts';
import { baseOf } from '../changes/base.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { Button } from '../ui/Button.tsx';
import { toasts } from '../ui/toasts.ts';

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toasts.add({ title: 'Link copied' });
  } catch {
    toasts.add({ title: 'Please copy the link by hand', description: 'The browser does not allow it.' });
  }
}

/**
 * Makes a link to the seller's page and copies it, for WhatsApp or a text message. The key is made here, and only its
 * hash is sent. So the link is shown until the page is left, and nobody can look it up later.
 */
export function CopyLink({ lead }: { lead: Lead }) {
  const [link, setLink] = useState<string>();
  const making = useChange('make_link', `${lead.id}.link`, 'the seller’s link', () => {
    if (link !== undefined) void copy(link);
  });
  const make = async () => {
    const { key, hash } = await newEnquiryKey();
    setLink(enquiryLink(deskConfig().siteUrl, key));
    making.submit({ lead_id: lead.id, key_hash: hash }, baseOf(lead));
  };
  const isMade = link !== undefined && making.change === undefined;
  return (
    <>
      <Button
        size="small"
        aria-disabled={making.isSending}
        onClick={() => void (isMade ? copy(link) : make())}
      >
        Copy the seller’s link
      </Button>
      {isMade && (
        <p className="basis-full">
          <label>
            <span className="hint">
              Anyone with this link can read the enquiry and answer. Send it only to the seller.
            </span>
            <input className="text-box" readOnly value={link} onFocus={({ target }) => target.select()} />
          </label>
        </p>
      )}
      <ChangeState change={making.change} onDrop={() => setLink(undefined)} />
    </>
  );
}
