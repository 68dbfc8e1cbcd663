import { Button } from '../ui/Button.tsx';

type Props = {
  list: { isPending: boolean; isError: boolean; data?: unknown; refetch: () => unknown };
};

export function Loading() {
  return (
    <p role="status" className="p-5 text-ink-soft">
      Loading
    </p>
  );
}

/** Shows that a list is loading or could not be read. */
export function ListState({ list }: Props) {
  if (list.isPending) return <Loading />;
  if (!list.isError) return null;
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-5">
      <p>
        {list.data === undefined
          ? 'The list could not be loaded.'
          : 'The list may be out of date: it could not be loaded again.'}
      </p>
      <Button onClick={() => void list.refetch()}>Try again</Button>
    </div>
  );
}
