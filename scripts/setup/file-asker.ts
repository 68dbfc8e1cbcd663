import * as z from 'zod';
import type { Asker, Question } from './asker.ts';

const answer = z.union([z.string(), z.number(), z.boolean()]);

/** The answers by the id of their question. A list has further answers, which are tried in turn if one is wrong. */
const answersSchema = z.record(z.string(), z.union([answer, z.array(answer).min(1)]));

function parseAnswers(json: string): z.infer<typeof answersSchema> {
  try {
    return answersSchema.parse(JSON.parse(json));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`The answers file cannot be read: ${reason}`, { cause });
  }
}

/**
 * Answers the questions from a file, for a machine without a terminal. A question that is not in the file keeps its
 * current answer.
 *
 * @param json the file's contents
 * @returns an asker, and the ids of the answers that no question has asked for, which may be misspelt
 * @throws {Error} with the question's id and the problem, when an answer is wrong and the last one in its list
 */
export function answerFromFile(
  json: string,
  print: (line: string) => void,
): { asker: Asker; unasked: Set<string> } {
  const answers = new Map(
    Object.entries(parseAnswers(json)).map(([id, value]) => [id, [value].flat().map(String)]),
  );

  const unasked = new Set(answers.keys());

  function find({ id }: Question, standing: string | undefined): string {
    unasked.delete(id);
    const [first] = answers.get(id) ?? [];
    if (first !== undefined) return first;
    if (standing === undefined)
      throw new Error(`${id}: the answers file has no answer, and there is no current answer.`);
    return standing;
  }

  function report({ id, message }: Question, shown: string, wasGiven = answers.has(id)): void {
    print(`${message} (${id})\n  ${shown === '' ? '–' : shown}${wasGiven ? '' : ' (left as it is)'}`);
  }

  const ask: Asker = {
    section: (title) => print(`\n# ${title}`),
    show: print,
    wait: (what, work) => {
      print(what);
      return work();
    },
    async text({ read, standing, ...question }) {
      for (;;) {
        const typed = find(question, standing).trim();
        const result = await read(typed);
        if ('value' in result) {
          report(question, typed);
          return result.value;
        }
        ask.refuse(question.id, result.problem);
      }
    },
    secret({ standing, ...question }) {
      const typed = find(question, standing) || standing;
      report(question, typed && '********');
      return Promise.resolve(typed);
    },
    choose({ choices, standing, ...question }) {
      for (;;) {
        const value = find(question, standing);
        const choice = choices.find((one) => one.value === value);
        if (choice) {
          report(question, choice.label);
          return Promise.resolve(choice.value);
        }
        ask.refuse(question.id, `"${value}" is none of: ${choices.map((one) => one.value).join(', ')}.`);
      }
    },
    confirm({ standing, ...question }) {
      for (;;) {
        const value = find(question, String(standing));
        if (value === 'true' || value === 'false') {
          report(question, value === 'true' ? 'Yes' : 'No');
          return Promise.resolve(value === 'true');
        }
        ask.refuse(question.id, `"${value}" is neither true nor false.`);
      }
    },
    refuse(id, problem) {
      const left = answers.get(id)?.slice(1) ?? [];
      if (left.length === 0) throw new Error(`${id}: ${problem}`);
      answers.set(id, left);
      print(`${id}: ${problem}`);
    },
  };
  return { asker: ask, unasked };
}
