import * as z from 'zod';
import { day, DESCRIPTION_NOTES, fields, words } from '../lib/fields.ts';

const change = fields({
  date: day('Day'),
  text: words('What has changed', { format: 'multiline' }),
  /** Left out of a site that has no seller's own page. */
  ownPage: z.boolean('Choose yes or no.').default(false).meta({
    title: 'Is it about the seller’s own page?',
    description: 'Left out where there is no such page.',
  }),
});

/** The front matter of a legal page. Its file name is its slug. */
export const legalPageSchema = fields({
  title: words('Title', { description: 'The heading of the page.' }),
  description: words('Description for search engines', DESCRIPTION_NOTES),
  lastUpdated: day('Last revised on', {
    description: 'The date of the whole text. List later changes below.',
    fixed: true,
  }),
  changesSince: z.array(change, 'Add to this list.').meta({
    title: 'Changes since then',
    description: 'Changes in the law or in what you do, oldest first.',
  }),
});
