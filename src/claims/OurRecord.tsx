import { HAS_SELLERS_PAGE } from '../lib/has-sellers-page.ts';

/** How often the firm's price fell after its first offer. The server counts it and fills it in (`server/site/our-record.ts`). */
export function RecordFigure() {
  return <span data-our-record="">not available at the moment.</span>;
}

/**
 * The firm's record beside its promises, with a link to what it counts. A site without our server has no such record, and
 * does not speak of one.
 */
export function OurRecord({ className }: { className: string }) {
  if (!HAS_SELLERS_PAGE) return null;
  return (
    <p className={className}>
      <a href="/terms-and-conditions#our-record" className="underline">
        Our record of offers
      </a>
      : <RecordFigure />
    </p>
  );
}
