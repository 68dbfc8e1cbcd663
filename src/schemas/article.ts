import { choice, day, DESCRIPTION_NOTES, fields, list, words } from '../lib/fields.ts';

/** The front matter of an article. Its file name is its slug below /blog. */
export const articleSchema = fields({
  title: words('Title', { description: 'The heading of the page.' }),
  /** Feeds show it too. */
  description: words('Description for search engines', { ...DESCRIPTION_NOTES, least: 100 }),
  excerpt: words('Short text', {
    description: 'A sentence or two for the article’s card on the page of guides.',
    format: 'multiline',
  }),
  category: choice('Category', ['Guides', 'Comparison', 'Legal', 'Advice']),
  publishedOn: day('Published on'),
  updatedOn: day('Last changed on', {
    description: 'The day of the last change that a reader would notice. Leave it empty for a new article.',
  }).optional(),
  callToAction: fields({
    lead: words('Text above the button', { format: 'multiline' }),
    text: words('Text of the button'),
    href: choice('Where the button leads', ['/#valuation-form', '/#valuation'], {
      description: 'Both lead to the form on the home page.',
      labels: { '/#valuation-form': 'The form', '/#valuation': 'The form, by its older address' },
    }),
  }).meta({ title: 'The box after the text', description: 'It asks the reader for an enquiry.' }),
  related: list(
    'Related articles',
    words('Article', { format: 'article' }).transform((id) => ({ collection: 'articles' as const, id })),
    { description: 'Three other articles, shown below the text.', exactly: 3 },
  ),
});
