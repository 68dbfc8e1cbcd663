import { wordsWithFigures, statedFigure } from '../claims/claim-text-schema.ts';
import { faqSchema } from './faq.ts';
import { DESCRIPTION_NOTES, fields, list, TITLE_NOTES, words, type FieldNotes } from '../lib/fields.ts';

const FIXED = { fixed: true } as const;

const fixedWords = (title: string, notes: FieldNotes = {}) => words(title, { ...notes, ...FIXED });

const figureOfText = statedFigure('The figure in it', FIXED);

/**
 * A text whose wording the firm's specification fixes, with the claim (a figure with a source) that the text
 * states.
 */
const fixedText = fields({ text: fixedWords('Text'), claim: figureOfText.optional() });

const intro = wordsWithFigures('Introduction');

const card = (notes: FieldNotes = {}) =>
  fields({ title: words('Title', notes), text: wordsWithFigures('Text') });

/** The texts of the home page, section by section. Its reviews are in `reviews.yaml`. */
export const homeSchema = fields({
  meta: fields({
    title: words('Title', TITLE_NOTES),
    description: words('Description for search engines', DESCRIPTION_NOTES),
  }).meta({ title: 'For search engines' }),
  hero: fields({
    headline: fixedWords('Headline'),
    badge: fixedText.meta({ title: 'Badge' }),
    lead: wordsWithFigures('First sentences'),
    ticks: list('Ticks', fixedText, { exactly: 3 }),
    postcode: fields({
      label: words('Words above the box'),
      button: fixedWords('Text of the button'),
    }).meta({ title: 'Box for the postcode' }),
    privacyNote: words('Note below the box'),
    completionCard: fields({
      label: fixedWords('Label'),
      value: fixedWords('Figure as shown'),
      claim: figureOfText,
    }).meta({ title: 'Card with the time to completion' }),
  }).meta({ title: 'Top of the page' }),
  stats: list(
    'Figures',
    fields({
      value: fixedWords('Figure as shown'),
      label: fixedWords('What it counts'),
      claim: figureOfText,
    }),
    { exactly: 4 },
  ),
  howItWorks: fields({
    heading: fixedWords('Heading'),
    intro,
    steps: list('Steps', card(FIXED), { exactly: 3 }),
  }).meta({ title: 'How it works' }),
  whyUs: fields({
    heading: fixedWords('Heading'),
    intro,
    stamp: fixedWords('Word on every card'),
    cards: list('Cards', card(FIXED), { exactly: 6 }),
  }).meta({ title: 'Why choose us' }),
  testimonials: fields({ heading: words('Heading'), intro }).meta({
    title: 'Above the reviews',
    description: 'Shown if the page has reviews, or if the introduction has your rating.',
  }),
  areas: fields({
    heading: fixedWords('Heading'),
    intro,
    towns: list('Towns', fixedWords('Town'), { exactly: 15, ...FIXED }),
    question: fixedWords('Question below the towns'),
    followUp: words('Answer to it', { format: 'multiline' }),
  }).meta({ title: 'Where you buy' }),
  wrongChoice: fields({
    heading: words('Heading'),
    intro,
    reasons: list('Cases', card()),
    closing: words('Last sentences', { format: 'multiline' }),
  }).meta({ title: 'When not to sell to you' }),
  faq: faqSchema,
}).meta({ title: 'Home page' });
