import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Figure } from './claim.ts';
import { ClaimNote } from './ClaimNote.tsx';
import { ClaimNotes } from './ClaimNotes.tsx';
import { NoteButton } from './NoteButton.tsx';
import { NoteList } from './NoteList.tsx';

/** What `NoteMark` and `NotePlace` render, and the punctuation after it. */
const PLACEHOLDER =
  /<wbr data-note-(mark|place)="([^"]+)"( data-plain="")?(?: class="([^"]*)")?\s*\/?>([.,;:?!)]*)/g;

/** The claims with a mark or a place for their notes in a page's HTML, each once. */
export function notedIds(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(PLACEHOLDER), ([, , ids = '']) => ids.split(' ')).flat())];
}

/**
 * Puts the notes into a page, each once: beside the first figure if its claim wants it there, otherwise into a list at
 * the end, which a button at the first figure opens.
 *
 * @param claims those of `notedIds`
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

  /** The button, and the punctuation on the same line. */
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
    ) => (kind === 'mark' ? buttonOf(ids, after) : notesOf(ids, plain !== undefined, className) + after),
  );
  return placed + renderToStaticMarkup(createElement(NoteList, { claims: listed }));
}
