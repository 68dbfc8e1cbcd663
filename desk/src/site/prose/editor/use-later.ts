import { useEffect, useEffectEvent, useRef } from 'react';

/** Writing a long text takes a phone some time, so it is written when nobody has typed for this long. */
const PAUSE_MS = 300;

/** Does something after a pause in typing, or at once with `now`, and in any case before the component goes away. */
export function useLater(action: () => void): { later: () => void; now: () => void } {
  const act = useEffectEvent(action);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  const now = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    latest.current();
  };
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      act();
    },
    [],
  );
  return {
    later() {
      clearTimeout(timer.current);
      timer.current = setTimeout(now, PAUSE_MS);
    },
    now,
  };
}
