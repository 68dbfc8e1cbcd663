import { Button } from '../ui/Button.tsx';

type Props = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

export function ShowMore({ list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <div className="p-4">
      <Button
        className="w-full"
        aria-disabled={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {list.isFetchingNextPage ? 'Loading' : 'Show more'}
      </Button>
    </div>
  );
}
