import { Button } from '../components/ui/Button.tsx';
import { readDates } from './calls.ts';
import { useShared } from './context.ts';

/** Downloads the enquiry's dates. Without an answer, the page soon says that it cannot reach our server. */
async function save(key: string) {
  const answer = await readDates(key);
  if (!answer.ok) return;
  // Not `saveFile`: what this script and the one below the offer share would be one more script of the page.
  const href = URL.createObjectURL(new Blob([answer.data.file], { type: 'text/calendar' }));
  Object.assign(document.createElement('a'), { href, download: 'dates.ics' }).click();
  URL.revokeObjectURL(href);
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
