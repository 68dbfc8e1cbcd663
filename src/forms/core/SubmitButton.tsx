import { Button } from '../../components/ui/Button.tsx';

type Props = { submitting: boolean; label: string; busyLabel: string };

/**
 * Submits the form. While submitting it is `aria-disabled` and not `disabled`, which would lose the focus; the
 * form ignores a second press.
 */
export function SubmitButton({ submitting, label, busyLabel }: Props) {
  return (
    <Button type="submit" aria-disabled={submitting || undefined}>
      {submitting ? busyLabel : label}
    </Button>
  );
}
