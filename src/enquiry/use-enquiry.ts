import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readEnquiry, type Answer } from './calls.ts';
import { newsOf } from './news.ts';
import { nextPollMs } from './poll.ts';
import type { Opened } from './types.ts';

export type View =
  | { status: 'loading' }
  | { status: 'no_link' }
  /** The seller has ended the page. The sentence says what was done. */
  | { status: 'ended'; sentence: string }
  | { status: 'ready'; enquiry: Opened };

const isOutOfReach = (answer: Answer<Opened>): boolean =>
  !answer.ok && (answer.kind === 'unreachable' || answer.kind === 'too_many');

function firstView(key: string | undefined, first: Answer<Opened> | undefined): View {
  if (first?.ok) return { status: 'ready', enquiry: first.data };
  return { status: key === undefined || first?.kind === 'no_link' ? 'no_link' : 'loading' };
}

/**
 * Updates the page. If the seller is typing in a field, the field stays where it is on the screen, even when something
 * appears above it.
 */
function updateInPlace(update: () => void) {
  const focused = document.activeElement;
  if (!focused?.matches('input, select, textarea')) {
    update();
    return;
  }
  // Scroll anchoring is switched off, because the browser would correct the field's place a second time.
  document.documentElement.style.setProperty('overflow-anchor', 'none');
  const { top } = focused.getBoundingClientRect();
  flushSync(update);
  if (focused.isConnected)
    window.scrollBy({ top: focused.getBoundingClientRect().top - top, behavior: 'instant' });
}

/**
 * Returns the enquiry, which is read again every few seconds while the page is visible, and at once when the page
 * becomes visible again.
 *
 * @param key the key in the page's address, if it has one
 * @param first the answer to the first call
 */
export function useEnquiry(key: string | undefined, first: Answer<Opened> | undefined) {
  const [view, setView] = useState<View>(() => firstView(key, first));
  const [isUnreachable, setUnreachable] = useState(first !== undefined && isOutOfReach(first));
  // A screen reader announces only what appears after the page, so the first news is deferred.
  const firstNews = useDeferredValue(first?.ok ? newsOf(first.data, undefined) : '', '');
  const [laterNews, setNews] = useState<string>();
  const latest = useRef(first?.ok ? first.data : undefined);
  const refresh = useRef<() => void>(() => undefined);

  function show(enquiry: Opened) {
    const former = latest.current;
    // A call that began before the last change may be answered after it.
    if (former && Date.parse(former.now) > Date.parse(enquiry.now)) return;
    latest.current = enquiry;
    const said = newsOf(enquiry, former);
    updateInPlace(() => {
      setView({ status: 'ready', enquiry });
      if (said) setNews(said);
    });
  }

  function receive(answer: Answer<Opened>) {
    setUnreachable(isOutOfReach(answer));
    if (answer.ok) show(answer.data);
    else if (answer.kind === 'no_link') setView({ status: 'no_link' });
  }

  const receiveRead = useEffectEvent(receive);
  const isOver = view.status === 'no_link' || view.status === 'ended';
  useEffect(() => {
    if (key === undefined || isOver) return;
    const stopped = new AbortController();
    const { signal } = stopped;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isReading = false;
    let failures = 0;

    async function read() {
      clearTimeout(timer);
      isReading = true;
      const answer = await readEnquiry(key ?? '', latest.current?.conversation.at(-1)?.id);
      isReading = false;
      if (signal.aborted) return;
      receiveRead(answer);
      planNext(answer);
    }

    function planNext(answer: Answer<Opened>) {
      failures = answer.ok ? 0 : failures + 1;
      const waitMs = !answer.ok && answer.kind === 'too_many' ? answer.waitMs : nextPollMs(failures);
      timer = setTimeout(readNow, waitMs);
    }

    function readNow() {
      if (!document.hidden && !isReading && !signal.aborted) void read();
    }

    refresh.current = readNow;
    document.addEventListener('visibilitychange', readNow, { signal });
    for (const type of ['focus', 'online', 'pageshow']) window.addEventListener(type, readNow, { signal });
    if (first) planNext(first);
    else readNow();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [key, first, isOver]);

  // What was pressed may have been far down, and all that is left is one sentence.
  useEffect(() => {
    if (view.status === 'ended') window.scrollTo(0, 0);
  }, [view.status]);

  return {
    view,
    isUnreachable,
    /** What is new, for screen readers. */
    news: laterNews ?? firstNews,
    receive,
    refresh: () => refresh.current(),
    end: (sentence: string) => setView({ status: 'ended', sentence }),
  };
}
