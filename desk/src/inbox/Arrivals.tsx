import { useEffect } from 'react';
import { subjectOf } from '../lib/words.ts';
import { useLive } from '../live/live.tsx';

/** New leads say so above the list and wait to be let in, so that nothing moves under a finger. */
export function Arrivals({ isListEmpty }: { isListEmpty: boolean }) {
  const { arrivals, letIn } = useLive();
  const [first] = arrivals;
  useEffect(() => {
    if (isListEmpty && first !== undefined) letIn();
  }, [isListEmpty, first, letIn]);
  return (
    <div role="status" className="sticky top-0 z-10 md:top-14 lg:top-0">
      {first !== undefined && !isListEmpty && (
        <button type="button" className="arrivals" onClick={letIn}>
          <b className="shrink-0">
            {arrivals.length === 1 ? 'New enquiry' : `${arrivals.length} new enquiries`}
          </b>
          <span className="truncate">
            {first.name}, {subjectOf(first)}
          </span>
          <span className="ml-auto shrink-0 underline">Show</span>
        </button>
      )}
    </div>
  );
}
