import { Button } from '../components/ui/Button.tsx';
import { readDates } from './calls.ts';
import { useShared } from './context.ts';

/** Downloads the enquiry's dates. Without an answer, the page soon says that it cannot reach our server. */
async function save(key: string) {
  const answer = await readDates(key);
  if (!answer.ok) return;
  // `saveFile` does the same, but the build would put it into a script of its own, which the page would have to load too.
  const href = URL.createObjectURL(new Blob([answer.data.file], { type: 'text/calendar' }));
  Object.assign(document.createElement('a'), { href, download: 'dates.ics' }).click();
  // Some browsers begin to read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** A button that saves what is agreed as a file for the seller's calendar. Saved again, it moves what has changed. */
export function AddDates() {
  const { enquiryKey } = useShared();
  return (
    <p className="mt-3 print:hidden">
      <Button variant="secondary" size="compact" onClick={() => void save(enquiryKey)}>
        Add to my calendar
      </Button>
    </p>
  );
}
