import { rmSync } from 'node:fs';
import * as z from 'zod';
import { Stopped, type Asker, type Question } from './asker.ts';
import { readIfThere, replaceFile } from './env-file.ts';

type Answer = { typed: string; message: string; shown: string };

/**
 * Asks as another asker does, and keeps each answer in a file, for its owner only, until all are given. The operator can
 * so go back to the question before, and go on after the command was stopped: all is asked from the beginning again, and
 * the answers that were given are not asked for, but read again.
 *
 * @param path the file with the answers of a command that was stopped, if there are any; undefined to keep none
 */
export function keepAnswers(asker: Asker, path: string | undefined) {
  const file = path && readIfThere(path);
  /** What was typed last for each question. */
  const typedFor = new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(file ?? '{}'))));
  /** The answers of this pass, in the order of the questions. */
  const given = new Map<string, Answer>();
  /** The questions of this pass that are answered as before. */
  let known = new Set<string>();
  /** The section to announce before the next question that is asked. */
  let section: string | undefined;
  let isAsking = true;

  function keep(id: string, answer: Answer): void {
    given.delete(id);
    given.set(id, answer);
    typedFor.set(id, answer.typed);
    if (path) replaceFile(path, JSON.stringify(Object.fromEntries(typedFor)));
  }

  function startAgain(answered: Iterable<string>): void {
    known = new Set(answered);
    given.clear();
    isAsking = false;
  }

  /** What was typed for a question before, if it is not to be asked. */
  const takeKnown = ({ id }: Question) => (known.delete(id) ? typedFor.get(id) : undefined);

  function announce(): void {
    isAsking = true;
    if (section !== undefined) asker.section(section);
    section = undefined;
  }

  const kept: Asker = {
    section: (title) => (section = title),
    show: (text) => {
      if (isAsking) asker.show(text);
    },
    wait: (what, work) => (isAsking ? asker.wait(what, work) : work()),
    refuse: asker.refuse,
    async text({ read, ...question }) {
      const { id, message } = question;
      async function readAndKeep(typed: string) {
        const answer = await read(typed);
        if ('value' in answer) keep(id, { typed, message, shown: typed || '–' });
        return answer;
      }
      const typed = takeKnown(question);
      const answer = typed === undefined ? undefined : await readAndKeep(typed);
      if (answer && 'value' in answer) return answer.value;
      announce();
      return asker.text({ ...question, standing: typedFor.get(id) ?? question.standing, read: readAndKeep });
    },
    async secret(question) {
      const known = takeKnown(question);
      if (known === undefined) announce();
      const standing = typedFor.get(question.id) ?? question.standing;
      const typed = known ?? (await asker.secret({ ...question, standing }));
      keep(question.id, { typed, message: question.message, shown: typed && '********' });
      return typed;
    },
    async choose(question) {
      const { id, message, choices, isDoneAtOnce } = question;
      const find = (typed: string | undefined) => choices.find(({ value }) => value === typed)?.value;
      const known = find(takeKnown(question));
      if (known === undefined) announce();
      const standing = find(typedFor.get(id)) ?? question.standing;
      const value = known ?? (await asker.choose({ ...question, standing }));
      const shown = choices.find((choice) => choice.value === value)?.label ?? value;
      if (!isDoneAtOnce) keep(id, { typed: value, message, shown });
      return value;
    },
    async confirm(question) {
      const { id, message, isDoneAtOnce } = question;
      const known = takeKnown(question);
      if (known === undefined) announce();
      const standing = typedFor.has(id) ? typedFor.get(id) === 'true' : question.standing;
      const value = known === undefined ? await asker.confirm({ ...question, standing }) : known === 'true';
      keep(id, { typed: String(value && !isDoneAtOnce), message, shown: value ? 'Yes' : 'No' });
      return value;
    },
  };

  return {
    /** Asks all questions, and those before again for an operator who goes back. */
    async askAll<T>(askEach: (kept: Asker) => Promise<T>): Promise<T> {
      if (typedFor.size > 0) {
        const message = `Go on with the ${typedFor.size} answers of the run that was stopped?`;
        if (await asker.confirm({ id: 'goOn', message, standing: true })) startAgain(typedFor.keys());
        else typedFor.clear();
      }
      for (;;) {
        try {
          return await askEach(kept);
        } catch (error) {
          if (!(error instanceof Stopped && error.wantsBack)) throw error;
          startAgain([...given.keys()].slice(0, -1));
        }
      }
    },
    describe: () => [...given.values()].map(({ message, shown }) => `${message}: ${shown}`).join('\n'),
    forget: () => {
      if (path) rmSync(path, { force: true });
    },
  };
}
