import { Container } from '../components/ui/Container.tsx';
import type { Figure } from './claim-schema.ts';
import { noteId } from './NoteButton.tsx';

/**
 * The notes that the page's buttons open, at the end of the page. An open note takes the focus, so that screen readers
 * read the note, and gives the focus back when it is closed. On paper all notes are printed.
 */
export function NoteList({ claims }: { claims: readonly Figure[] }) {
  if (claims.length === 0) return null;
  return (
    <Container className="notes">
      <h2>Notes to the figures</h2>
      {claims.map((claim) => (
        <p
          key={claim.id}
          id={noteId(claim)}
          popover=""
          tabIndex={-1}
          autoFocus
          data-claim-note={claim.id}
          className="note shadow-float"
        >
          <b>{claim.text}</b>
          {`: ${claim.note}`}
        </p>
      ))}
    </Container>
  );
}
