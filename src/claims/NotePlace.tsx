type Props = {
  claims: readonly { id: string }[];
  /** Without the figure in bold, because the note stands right below it. */
  isPlain?: boolean;
  className?: string | undefined;
};

/**
 * Follows a block with figures. `PageNotes.astro` puts the notes here that stand beside their figures and that the page
 * does not show yet.
 */
export function NotePlace({ claims, isPlain = false, className }: Props) {
  if (claims.length === 0) return null;
  const ids = claims.map(({ id }) => id).join(' ');
  return <wbr data-note-place={ids} data-plain={isPlain ? '' : undefined} className={className} />;
}
