type Props = {
  claims: readonly { id: string }[];
  /** Whether the notes leave out their figures, because each note is directly below its figure. */
  isPlain?: boolean;
  className?: string | undefined;
};

/**
 * A placeholder below a block with figures. `PageNotes.astro` replaces it with those notes that must stand beside these
 * figures (`noteBeside`) and that the page has not shown yet.
 */
export function NotesSlot({ claims, isPlain = false, className }: Props) {
  if (claims.length === 0) return null;
  const ids = claims.map(({ id }) => id).join(' ');
  return <wbr data-notes-slot={ids} data-plain={isPlain ? '' : undefined} className={className} />;
}
