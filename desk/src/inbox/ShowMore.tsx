type Props = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

/** The button that reads the next page of a list, if there is one. */
export function ShowMore({ list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <div className="p-4">
      <button
        type="button"
        className="button button-secondary w-full"
        aria-disabled={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {list.isFetchingNextPage ? 'Loading' : 'Show more'}
      </button>
    </div>
  );
}
