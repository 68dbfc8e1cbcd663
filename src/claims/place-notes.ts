import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Figure } from './claim-schema.ts';
import { ClaimNote } from './ClaimNote.tsx';
import { ClaimNotes } from './ClaimNotes.tsx';
import { NoteButton } from './NoteButton.tsx';
import { NoteList } from './NoteList.tsx';

/** A placeholder that `NoteButtonSlot` or `NotesSlot` renders, and the punctuation that follows it. */
const PLACEHOLDER =
  /<wbr data-(note-button|notes)-slot="([^"]+)"( data-plain="")?(?: class="([^"]*)")?\s*\/?>([.,;:?!)]*)/g;

export function notedIds(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(PLACEHOLDER), ([, , ids = '']) => ids.split(' ')).flat())];
}

/**
 * Puts the note of each figure into the page once. If the claim has `noteBeside`, the note is below the first block
 * with the figure. Otherwise it is in a list at the end of the page, and a button where the figure is first opens it.
 *
 * @param claims the claims whose ids `notedIds` returned
 */
export function placeNotes(html: string, claims: readonly Figure[]): string {
  const waiting = new Map(claims.filter(({ note }) => note !== undefined).map((claim) => [claim.id, claim]));
  const listed: Figure[] = [];

  function take(ids: string, isBeside: boolean): Figure[] {
    const taken = ids
      .split(' ')
      .flatMap((id) => waiting.get(id) ?? [])
      .filter(({ noteBeside = false }) => noteBeside === isBeside);
    for (const { id } of taken) waiting.delete(id);
    return taken;
  }

  /** The button of a note, kept on one line with the punctuation after it. */
  function buttonOf(ids: string, punctuation: string): string {
    const [claim] = take(ids, false);
    if (!claim) return punctuation;
    listed.push(claim);
    const button = createElement(NoteButton, { claim });
    return renderToStaticMarkup(
      punctuation ? createElement('span', { className: 'whitespace-nowrap' }, button, punctuation) : button,
    );
  }

  function notesOf(ids: string, isPlain: boolean, className: string | undefined): string {
    const beside = take(ids, true);
    if (beside.length === 0) return '';
    const notes = isPlain
      ? beside.map((claim) => createElement(ClaimNote, { key: claim.id, claim, className }))
      : createElement(ClaimNotes, { claims: beside, className });
    return renderToStaticMarkup(notes);
  }

  const placed = html.replace(
    PLACEHOLDER,
    (
      _,
      kind: string,
      ids: string,
      plain: string | undefined,
      className: string | undefined,
      after: string,
    ) =>
      kind === 'note-button' ? buttonOf(ids, after) : notesOf(ids, plain !== undefined, className) + after,
  );
  return placed + renderToStaticMarkup(createElement(NoteList, { claims: listed }));
}
