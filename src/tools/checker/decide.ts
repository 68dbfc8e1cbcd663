import { ALWAYS_GATHER, matches, TOPICS, type Row, type Topic, type TopicId } from './decision-table.ts';
import type { Answers, QuestionId } from './questions.ts';

export type Result = { topic: TopicId; need: string } & Required<Omit<Row, 'when' | 'until'>>;

const ENTRIES = Object.entries(TOPICS) as [TopicId, Topic][];

function resultOf(topic: TopicId, { need, law, rows }: Topic, answers: Answers, today: string): Result {
  const row = rows.find((candidate) => matches(candidate, answers, today));
  if (row === undefined)
    throw new Error(`No row of the topic "${topic}" matches. The last row must have no conditions.`);
  const { verdict, answer, text, gather = [], needsHelp = false } = row;
  return { topic, need, verdict, answer, text, gather, needsHelp, law: row.law ?? law };
}

const asksOf = (topic: TopicId): readonly QuestionId[] => TOPICS[topic].asks;

export const dependsOn = ({ topic }: Result, question: string) => asksOf(topic).some((id) => id === question);

/** The question below which a topic's result is shown: the last one that it depends on. */
export const lastQuestionOf = (topic: TopicId, asked: readonly QuestionId[]) =>
  asked.findLast((id) => asksOf(topic).includes(id));

/**
 * The result of each topic whose questions are answered.
 *
 * @param asked the questions that are asked with these answers; a topic is left out while one of its questions is
 *   unanswered
 * @param today the date for which the rules are applied, written like `2026-11-21`
 */
export function decide(asked: readonly QuestionId[], answers: Answers, today: string): Result[] {
  const isOpen = (id: QuestionId) => asked.includes(id) && answers[id] === undefined;
  return ENTRIES.filter(([, { asks }]) => !asks.some(isOpen)).map(([id, topic]) =>
    resultOf(id, topic, answers, today),
  );
}

/** What to have ready for the solicitor, each thing once. */
export function thingsToGather(results: readonly Result[]): string[] {
  return [...new Set([...results.flatMap(({ gather }) => gather), ...ALWAYS_GATHER])];
}
