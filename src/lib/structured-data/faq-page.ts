import type { FAQPage, Question } from 'schema-dts';
import { toPlainText, type ResolvedText } from '../claims.ts';

/**
 * The questions that the page shows, with the whole answers.
 * @see https://schema.org/FAQPage
 */
export function faqPage(items: readonly { question: string; answer: ResolvedText }[]): FAQPage {
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }): Question => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: toPlainText(answer) },
    })),
  };
}
