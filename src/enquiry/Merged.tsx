import { GetNewLink } from './NoLink.tsx';
import type { Firm } from './ReachUs.tsx';

/**
 * How to get to the page of the enquiry that staff have merged this one into. This page shows nothing of that one, because
 * somebody else may have sent this one with the same number and address.
 */
export function Merged({ firm }: { firm: Firm }) {
  return (
    <section aria-labelledby="merged-title" className="print:hidden">
      <h2 id="merged-title" className="text-h3">
        The page of the other enquiry
      </h2>
      <div className="stack-6 mt-3">
        <p>
          If you sent the other enquiry too, use the link that you have for it, or get a new one. We still
          read what you write on this page. It changes nothing about the other enquiry.
        </p>
        <GetNewLink firm={firm} />
      </div>
    </section>
  );
}
