import { DESCRIPTION_NOTES, fields, TITLE_NOTES, words } from '../lib/fields.ts';

/** The texts of the page that lists the articles. */
export const blogSchema = fields({
  title: words('Title', TITLE_NOTES),
  description: words('Description for search engines', DESCRIPTION_NOTES),
  heading: words('Heading'),
  intro: words('Introduction', { format: 'multiline' }),
}).meta({ title: 'Page of guides' });
