import { wordsWithFigures } from '../claims/claim-text-schema.ts';
import * as z from 'zod';
import { fields, list, words } from '../lib/fields.ts';

const link = fields({
  text: words('Text of the link'),
  href: z
    .string('Choose a page.')
    .startsWith('/', 'Choose one of your own pages: the address begins with /.')
    .meta({ title: 'Page', format: 'own-link' }),
});

/** A page's section of questions and answers. */
export const faqSchema = fields({
  heading: words('Heading'),
  intro: wordsWithFigures('Introduction').optional(),
  items: list(
    'Questions',
    fields({
      question: words('Question'),
      answer: wordsWithFigures('Answer'),
      link: link
        .meta({
          title: 'Link below the answer',
          description: 'To a tool that answers the question for the visitor’s own home.',
        })
        .optional(),
    }),
  ),
}).meta({ title: 'Questions and answers' });
