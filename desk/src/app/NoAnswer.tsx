import { useEffect, useEffectEvent, useState } from 'react';
import { telHref } from '#src/lib/phone.ts';
import { statusOf } from '../inbox/lead-status.ts';
import { StatusBadge } from '../inbox/StatusBadge.tsx';
import { readLastSeen } from '../lib/last-seen.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { subjectOf } from '../lib/words.ts';
import { useIdleLock } from '../sign-in/idle-lock.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';

const RETRY_MS = 5_000;

type Props = {
  retry: () => void;
  /** Whether a retry is in progress. */
  isTrying?: boolean;
};

/** Shown while the server cannot be reached. It retries, and shows the list "Now" as this tab last read it. */
export function NoAnswer({ retry, isTrying = false }: Props) {
  const nowMs = useNow();
  const [lastSeen] = useState(readLastSeen);
  const isLocked = useIdleLock(true);
  const tryAgain = useEffectEvent(retry);
  useEffect(() => {
    const timer = setInterval(() => {
      tryAgain();
    }, RETRY_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <FullPageMessage title="The desk is not answering">
      <p>Your connection or the server is away. The desk tries again every few seconds.</p>
      <button type="button" className="button button-primary" onClick={retry}>
        {isTrying ? 'Trying now' : 'Try now'}
      </button>
      {!isLocked && lastSeen !== undefined && lastSeen.cards.length > 0 && (
        <section className="w-full text-ink" aria-labelledby="last-seen">
          <h2 id="last-seen" className="text-h4">
            The list as it was {timeInWords(lastSeen.atMs, nowMs)}
          </h2>
          <ul className="mt-2">
            {lastSeen.cards.map((card) => (
              <li key={card.id} className="card-row -mx-4">
                <span className="card-name">{card.name}</span>
                <span className="card-subject">{subjectOf(card)}</span>
                <StatusBadge status={statusOf(card, nowMs)} />
                {!card.do_not_call && (
                  <a className="quiet-link py-2 text-body" href={telHref(card.phone)}>
                    {card.phone}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </FullPageMessage>
  );
}
