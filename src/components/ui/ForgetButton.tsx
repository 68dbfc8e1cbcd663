import { forgetVisit } from '../../lib/forget-visit.ts';
import { Button } from './Button.tsx';

/** A button for visitors on a computer that others use after them. The page must then show nothing of them either. */
export function ForgetButton({ onForgotten }: { onForgotten: () => void }) {
  return (
    <Button
      variant="secondary"
      size="compact"
      onClick={() => {
        forgetVisit();
        onForgotten();
      }}
    >
      I am on somebody else’s computer
    </Button>
  );
}
