import { useEffect } from 'react';
import { subjectOf } from '../ui/words.ts';
import { useLive } from '../live/LiveProvider.tsx';

/**
 * A button above the list that says how many new leads there are. They are added to the list only when it is pressed,
 * because rows that move by themselves would make people press the wrong one. An empty list shows new leads at once.
 */
export function Arrivals({ isListEmpty }: { isListEmpty: boolean }) {
  const { arrivals, showArrivals } = useLive();
  const [first] = arrivals;
  useEffect(() => {
    if (isListEmpty && first !== undefined) showArrivals();
  }, [isListEmpty, first, showArrivals]);
  return (
    <div role="status" className="sticky top-0 z-10 md:top-14 lg:top-0">
      {first !== undefined && !isListEmpty && (
        <button type="button" className="arrivals" onClick={showArrivals}>
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
