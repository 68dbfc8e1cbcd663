import { Button } from './Button.tsx';

/** Shown in place of what could not be read. */
export function Failure({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div role="alert" className="notice grid justify-items-start gap-3">
      <p>{error.message}</p>
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
