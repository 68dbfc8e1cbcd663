import { Button } from '../../components/ui/Button.tsx';

type Props = { things: readonly string[]; onStartAgain: () => void };

/** Prints only the checker: the style sheet hides the rest of the page while `data-printing` is set. */
function printChecker(button: HTMLElement) {
  const checker = button.closest<HTMLElement>('#checker');
  if (!checker) return;
  checker.dataset.printing = '';
  window.addEventListener(
    'afterprint',
    () => {
      delete checker.dataset.printing;
    },
    { once: true },
  );
  window.print();
}

export function CheckerList({ things, onStartAgain }: Props) {
  return (
    <div data-checker-list="" className="stack-4 break-inside-avoid">
      <h3 className="mt-0">What to gather</h3>
      <ul>
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      <p className="text-small text-ink-soft">
        General information, not legal advice. Your answers stay in this page: nothing is sent or stored.
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button
          onClick={({ currentTarget }) => {
            printChecker(currentTarget);
          }}
        >
          Print the list and the answers
        </Button>
        <Button variant="secondary" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
    </div>
  );
}
