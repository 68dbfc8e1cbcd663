import { Button } from '../components/ui/Button.tsx';
import { saveFile } from '../lib/files/save-file.ts';
import { readDates } from './calls.ts';
import { useShared } from './context.ts';

/** Downloads the enquiry's dates. Without an answer, the page soon says that it cannot reach our server. */
async function save(key: string) {
  const answer = await readDates(key);
  if (answer.ok) saveFile(new Blob([answer.data.file], { type: 'text/calendar' }), 'dates.ics');
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
