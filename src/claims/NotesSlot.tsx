type Props = {
  claims: readonly { id: string }[];
  /** Whether the note leaves out its figure, because it is directly below the figure. */
  isPlain?: boolean;
  className?: string | undefined;
};

/**
 * A placeholder below a block with figures. `PageNotes.astro` replaces it with the `noteBeside` notes of these figures
 * that the page has not shown yet.
 */
export function NotesSlot({ claims, isPlain = false, className }: Props) {
  if (claims.length === 0) return null;
  const ids = claims.map(({ id }) => id).join(' ');
  return <wbr data-notes-slot={ids} data-plain={isPlain ? '' : undefined} className={className} />;
}
