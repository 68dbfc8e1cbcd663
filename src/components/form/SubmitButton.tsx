import { Button } from '../ui/Button.tsx';

type Props = { submitting: boolean; label: string; busyLabel: string };

/**
 * Sends the form. While it is on its way the button says so and keeps the focus, which a `disabled` button
 * would lose; the form ignores a second press.
 */
export function SubmitButton({ submitting, label, busyLabel }: Props) {
  return (
    <Button type="submit" aria-disabled={submitting || undefined}>
      {submitting ? busyLabel : label}
    </Button>
  );
}
