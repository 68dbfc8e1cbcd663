import { useEffect, useEffectEvent, useState } from 'react';
import { CallLink } from '../ui/CallLink.tsx';
import { statusOf } from '../inbox/lead-status.ts';
import { StatusBadge } from '../inbox/StatusBadge.tsx';
import { readLastList } from '../api/last-list.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/Button.tsx';
import { contactRules, subjectOf } from '../ui/words.ts';
import { useIdleLock } from '../sign-in/idle-lock.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';

const RETRY_MS = 5_000;

type Props = {
  retry: () => void;
  /** Whether a retry is in progress. */
  isTrying?: boolean;
  /** Whether the desk is a trial, which does not lock. False while that is not known. */
  isTrial?: boolean;
};

/** Shown while the server cannot be reached. It retries, and shows the list "Now" as this tab last read it. */
export function Unreachable({ retry, isTrying = false, isTrial = false }: Props) {
  const nowMs = useNow();
  const [lastList] = useState(readLastList);
  const isLocked = useIdleLock(!isTrial);
  const tryAgain = useEffectEvent(retry);
  useEffect(() => {
    const timer = setInterval(() => tryAgain(), RETRY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <FullPageMessage title="The desk is not answering">
      <p>Your connection or the server is down. The desk tries again every few seconds.</p>
      <Button variant="primary" onClick={retry}>
        {isTrying ? 'Trying now' : 'Try now'}
      </Button>
      {!isLocked && lastList !== undefined && lastList.cards.length > 0 && (
        <section className="w-full text-ink" aria-labelledby="last-list">
          <h2 id="last-list" className="text-h4">
            {`The list as it was ${timeInWords(lastList.atMs, nowMs)}`}
          </h2>
          <ul className="mt-2">
            {lastList.cards.map((card) => (
              <li key={card.id} className="card-row -mx-4">
                <span className="card-name">{card.name}</span>
                <span className="truncate text-ink-soft">{subjectOf(card)}</span>
                <StatusBadge status={statusOf(card, nowMs)} />
                <span className="font-semibold empty:hidden">{contactRules(card)}</span>
                {!card.do_not_call && <CallLink card={card} className="quiet-link py-2 text-body" />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </FullPageMessage>
  );
}
