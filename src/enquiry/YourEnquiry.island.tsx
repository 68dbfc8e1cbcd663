import { useMemo } from 'react';
import type { Answer } from './calls.ts';
import { ForgetButton } from '../components/ui/ForgetButton.tsx';
import { AnotherAddress } from './AnotherAddress.tsx';
import { EnquiryContext } from './context.ts';
import { draftsOf } from './draft.ts';
import { forgetKey } from './key.ts';
import { LoadedRest } from './LoadedRest.tsx';
import { NoLink } from './NoLink.tsx';
import { OfferSection } from './OfferSection.tsx';
import { ReachUs, type Firm } from './ReachUs.tsx';
import { Standing } from './Standing.tsx';
import type { Opened } from './types.ts';
import { UnconfirmedEnquiry } from './UnconfirmedEnquiry.tsx';
import { useEnquiry } from './use-enquiry.ts';

type Props = {
  firm: Firm;
  /** The key in the page's address. */
  enquiryKey: string | undefined;
  keyHash: string | undefined;
  /** The answer to the first call, which the page has made before this script was loaded. */
  first: Answer<Opened> | undefined;
};

const FORGOTTEN =
  'This page has forgotten your enquiry. Now close the window. If the browser keeps a history, delete today’s.';
const ERASED =
  'Your enquiry is deleted. You can close this page. Copies in our email inbox and backups go later: our privacy policy says when.';

/**
 * The seller's own page. It is an island that loads at once, because all its contents come from a call to the backend.
 * Without JavaScript the page says how to reach the firm.
 */
export function YourEnquiry({ firm, enquiryKey, keyHash, first }: Props) {
  const { view, isUnreachable, news, receive, refresh, end } = useEnquiry(enquiryKey, first);
  const isConfirmed = view.status === 'ready' && view.enquiry.access !== 'unconfirmed';
  // Nothing is kept of the digits that somebody types to confirm a link.
  const drafts = useMemo(() => draftsOf(isConfirmed ? keyHash : undefined), [keyHash, isConfirmed]);

  const forget = (
    <p className="print:hidden">
      <ForgetButton
        onForgotten={() => {
          forgetKey();
          end(FORGOTTEN);
        }}
      />
    </p>
  );

  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      {view.status === 'loading' && <Loading firm={firm} isUnreachable={isUnreachable} key="loading" />}
      {view.status === 'no_link' && <NoLink firm={firm} key="no_link" />}
      {view.status === 'ended' && (
        <p role="alert" key="ended" className="font-display text-h3 font-semibold">
          {view.sentence}
        </p>
      )}
      {view.status === 'ready' && (
        <EnquiryContext value={{ enquiryKey: enquiryKey ?? '', drafts, receive, refresh }}>
          {view.enquiry.access === 'unconfirmed' ? (
            <UnconfirmedEnquiry
              enquiry={view.enquiry}
              firm={firm}
              key="unconfirmed"
              forget={forget}
              onRefused={() =>
                end('Thank you. We will send nothing more to your address. Nothing was deleted.')
              }
            />
          ) : (
            <div key="confirmed" className="stack-14">
              {view.enquiry.access === 'shared' && (
                <p>
                  Someone who asked us for an offer has shared this page with you. You can read it, but not
                  change anything. “You” means the person who asked us.
                </p>
              )}
              <Standing enquiry={view.enquiry} />
              <AnotherAddress contact={view.enquiry.contact} />
              <OfferSection enquiry={view.enquiry} firm={firm} />
              <LoadedRest
                enquiry={view.enquiry}
                firm={firm}
                forget={forget}
                onErased={() => {
                  drafts.removeAll();
                  end(ERASED);
                }}
              />
            </div>
          )}
          {isUnreachable && <Unreachable firm={firm} key="unreachable" />}
        </EnquiryContext>
      )}
    </>
  );
}

function Loading({ firm, isUnreachable }: { firm: Firm; isUnreachable: boolean }) {
  return (
    <div role="status">
      {isUnreachable ? (
        <div key="unreachable" className="stack-4">
          <p className="font-display text-h3 font-semibold">We cannot reach our server.</p>
          <p>
            We will keep trying, and show your enquiry here as soon as we can. You can also reach us another
            way:
          </p>
          <ReachUs firm={firm} />
        </div>
      ) : (
        <p key="loading" className="text-lead text-ink-soft">
          Looking up your enquiry…
        </p>
      )}
    </div>
  );
}

/**
 * A notice that the page may be out of date. It is fixed to the bottom of the screen, so that it moves nothing else.
 */
function Unreachable({ firm }: { firm: Firm }) {
  return (
    <div role="status" className="unreachable shadow-float">
      <p>
        <strong>We cannot reach our server.</strong> What you see may be out of date. We keep trying.
      </p>
      <ReachUs firm={firm} />
    </div>
  );
}
