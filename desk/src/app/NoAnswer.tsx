import { useEffect, useEffectEvent } from 'react';
import { State } from './State.tsx';

const RETRY_MS = 5_000;

/** The desk cannot be reached, and nothing has been read yet. It tries again by itself. */
export function NoAnswer({ retry }: { retry: () => void }) {
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
    <State title="The desk is not answering">
      <p>Your connection or the server is away. The desk tries again every few seconds.</p>
      <button type="button" className="button button-primary" onClick={retry}>
        Try now
      </button>
    </State>
  );
}
