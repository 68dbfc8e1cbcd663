import { Button } from '../../components/ui/Button.tsx';

type Props = { submitting: boolean; label: string; busyLabel: string };

/**
 * Submits the form. While the form is being sent, the button is `aria-disabled`, because `disabled` would lose the
 * focus. The form ignores a second press.
 */
export function SubmitButton({ submitting, label, busyLabel }: Props) {
  return (
    <Button type="submit" aria-disabled={submitting || undefined}>
      {submitting ? busyLabel : label}
    </Button>
  );
}
