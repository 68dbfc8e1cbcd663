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

/** While a list loads, and when it could not be read. */
export function ListState({ list }: Props) {
  if (list.isPending) return <Loading />;
  if (!list.isError) return null;
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-5">
      <p>The list could not be read{list.data === undefined ? '' : ' again. You see it as it was'}.</p>
      <button type="button" className="button button-secondary" onClick={() => void list.refetch()}>
        Try again
      </button>
    </div>
  );
}
