import * as z from 'zod';
import { day, fields, words } from '../lib/fields.ts';

const notice = fields({
  text: words('Notice', { description: 'Such as: Closed 24 December to 3 January.', most: 160 }),
  from: day('First day'),
  until: day('Last day'),
}).refine(({ from, until }) => from <= until, {
  path: ['until'],
  error: 'The last day is before the first one.',
});

/** What every page says at its top from one day to another. */
export const noticesSchema = fields({
  items: z.array(notice, 'Add to this list.').meta({ title: 'Notices' }),
}).meta({
  title: 'Notices',
  description: 'Each stands at the top of every page, from its first day to its last.',
});
