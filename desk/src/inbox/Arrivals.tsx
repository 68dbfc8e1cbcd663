import { useEffect } from 'react';
import { subjectOf } from '../ui/words.ts';
import { useLive } from '../live/LiveProvider.tsx';

/** Whether somebody has chosen or points at a row or a button, or has scrolled to one. */
const isChoosing = () =>
  scrollY > 0 ||
  document.querySelector('.workbench :is(:focus, .card-row:hover, .next-person a:hover)') !== null;

type Props = { isListEmpty: boolean; isNow?: boolean };

/**
 * A button above the list that says how many new leads there are. They are added to the list only when it is pressed,
 * because rows that move by themselves would make people press the wrong one. An empty list shows new leads at once, and
 * so does "Now" while nobody is choosing.
 */
export function Arrivals({ isListEmpty, isNow = false }: Props) {
  const { arrivals, showArrivals } = useLive();
  const [first] = arrivals;
  useEffect(() => {
    if (first !== undefined && (isListEmpty || (isNow && !isChoosing()))) showArrivals();
  }, [isListEmpty, isNow, first, showArrivals]);
  return (
    <div role="status" className="sticky top-0 z-10 md:top-14 lg:top-0">
      {first !== undefined && !isListEmpty && (
        <button
          type="button"
          className="arrivals"
          onClick={() => {
            showArrivals();
            // The button, which has the focus, goes away.
            document.getElementById('main')?.focus();
          }}
        >
          <b className="shrink-0">
            {arrivals.length === 1 ? 'New enquiry' : `${arrivals.length} new enquiries`}
          </b>
          <span className="truncate">{`${first.name}, ${subjectOf(first)}`}</span>
          <span className="ml-auto shrink-0 underline">Show</span>
        </button>
      )}
    </div>
  );
}
