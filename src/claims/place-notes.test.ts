import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import type { Claim, Figure } from './claim-schema.ts';
import { NotesSlot } from './NotesSlot.tsx';
import { Passage } from './Passage.tsx';
import { notedIds, placeNotes } from './place-notes.ts';

const HOURS: Figure = { id: 'hours', text: '24 hours', note: 'On working days.', noteBeside: true };
const COST: Figure = { id: 'cost', text: '£400–£800', note: 'Larger homes cost more.' };
const PLAIN: Figure = { id: 'plain', text: '8 days', note: undefined };

const pageOf = (...blocks: ReactNode[]) => {
  const html = blocks.map((block) => renderToStaticMarkup(block)).join('');
  return { html, $: load(placeNotes(html, [HOURS, COST, PLAIN])) };
};
const passage = (...text: (string | Figure)[]) =>
  createElement(Passage, { text: text as (string | Claim)[] });

test('notedIds lists each figure of a page once', () => {
  const { html } = pageOf(passage(HOURS, ' or ', COST), passage('In ', HOURS));
  expect(notedIds(html)).toEqual(['hours', 'cost']);
});

test('a note with noteBeside is below the first paragraph with its figure, and nowhere else', () => {
  const { $ } = pageOf(passage('Soon.'), passage('In ', HOURS, '.'), passage('Yes, ', HOURS, '.'));
  expect($('[data-claim-note="hours"]').text()).toBe('24 hours: On working days.');
  expect($('p:contains("In ")').next().find('[data-claim-note]')).toHaveLength(1);
  expect($('button')).toHaveLength(0);
});

test('without noteBeside, a note is in the list at the end; one button at its first figure opens it', () => {
  const { $ } = pageOf(passage('About ', COST, '.'), passage('Again ', COST, '.'));
  const button = $('p:contains("About") button');
  expect($('button')).toHaveLength(1);
  expect(button.attr('aria-label')).toBe('Note on £400–£800');
  const note = $(`[id="${button.attr('popovertarget') ?? ''}"][popover]`);
  expect(note.text()).toBe('£400–£800: Larger homes cost more.');
  expect(note.parent().nextAll()).toHaveLength(0);
});

test('a note with isPlain does not repeat the figure', () => {
  const slot = createElement(NotesSlot, { claims: [HOURS], isPlain: true, className: 'text-on-slate-soft' });
  const { $ } = pageOf(slot);
  expect($('[data-claim-note="hours"]').text()).toBe('On working days.');
  expect($('[data-claim-note="hours"]').attr('class')).toContain('text-on-slate-soft');
});

test('a figure without a note leaves no placeholder, and a page without notes has no list', () => {
  const { $ } = pageOf(passage('Within ', PLAIN, '.'));
  expect($('body').html()).toBe('<p>Within <span data-claim="plain">8 days</span>.</p>');
});
