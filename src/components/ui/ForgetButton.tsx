import { forgetVisit } from '../../lib/forget-visit.ts';
import { Button } from './Button.tsx';

/** A button for visitors on a computer that others use too. `onForgotten` has to remove what the page shows of them. */
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
