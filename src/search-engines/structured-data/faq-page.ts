import type { FAQPage, Question } from 'schema-dts';
import { toPlainText, type ResolvedText } from '../../claims/claim-references.ts';

/**
 * The structured data of a page's questions, with the full answers.
 *
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
