import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/Button.tsx';
import { mergeChanges } from './compare.ts';
import { Differences } from './Differences.tsx';
import type { SiteDocument } from './site-calls.ts';
import type { useDocument } from './use-document.ts';

type Props = {
  /** As the other owner has left it. */
  document: SiteDocument;
  words: ReturnType<typeof useDocument>;
};

/** Shows an owner what another one has saved meanwhile, and their own words, and lets them choose. */
export function Conflict({ document, words }: Props) {
  const nowMs = useNow();
  const { schema, claims, value: theirs, change } = document;
  const { base, value: mine } = words;
  const who = change?.by ?? 'Somebody else';
  const when = change ? ` ${timeInWords(change.at, nowMs)}` : '';
  const { clash } = mergeChanges(base, mine, theirs);
  return (
    <section role="alert" id="site-conflict" tabIndex={-1} className="notice notice-danger grid gap-4">
      <p>
        <strong>{change ? `${who} changed this${when}` : 'This was published or discarded meanwhile'}</strong>
        <span>, while you were typing. Nothing of yours is lost.</span>
      </p>
      <div className="grid gap-3">
        <h2 className="text-h4">{change ? `What ${who} changed` : 'What is different now'}</h2>
        <Differences {...{ schema, claims }} before={base} after={theirs} sides={['Before', 'Theirs']} />
      </div>
      <div className="grid gap-3">
        <h2 className="text-h4">What you changed</h2>
        <Differences {...{ schema, claims }} before={base} after={mine} sides={['Before', 'Yours']} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={words.keepBoth}>
          {clash ? 'Keep both, and mine where we changed the same' : 'Keep both'}
        </Button>
        <Button onClick={words.keepMine}>Keep only mine</Button>
        <Button onClick={words.takeTheirs}>Keep only theirs</Button>
      </div>
    </section>
  );
}
