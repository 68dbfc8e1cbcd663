import { FreeHelp } from '../tools/checker/FreeHelp.tsx';
import { publishedClaim } from './claims.ts';

/** A note below every offer that stands or was accepted, until it binds: it says so, and lists who gives free advice. */
export function BeforeYouDecide({ isAccepted }: { isAccepted: boolean }) {
  return (
    <aside
      aria-labelledby="before-title"
      className="stack-3 mt-8 break-inside-avoid border-l-4 border-accent bg-card p-5 shadow-low print:stack-1 print:mt-2 print:py-0 print:text-small"
    >
      <h3 id="before-title" className="text-h4">
        {isAccepted ? 'Before it binds you' : 'Before you decide'}
      </h3>
      <p>Take your time, and talk to somebody you trust.</p>
      <p>
        Have a solicitor of your own choice read the offer. The Law Society of Scotland lists them:{' '}
        <a href="https://www.lawscot.org.uk" className="text-action underline">
          lawscot.org.uk
        </a>
        .
      </p>
      <p>These give free advice, and have nothing to do with us:</p>
      <FreeHelp numberOf={(id) => publishedClaim(id).text} />
    </aside>
  );
}
