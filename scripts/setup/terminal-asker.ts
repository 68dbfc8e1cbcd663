import { confirm, intro, isCancel, log, password, select, spinner, text } from '@clack/prompts';
import { Stopped, type Asker } from './asker.ts';

async function answered<T>(prompt: Promise<T | symbol>): Promise<T> {
  const answer = await prompt;
  if (isCancel(answer)) throw new Stopped();
  return answer as T;
}

const isEmpty = (typed: string | undefined) => (typed?.trim() ? undefined : 'Please answer this question.');

/** Asks in the terminal. */
export function askInTerminal(title: string): Asker {
  intro(title);
  const ask: Asker = {
    section: (name) => log.step(name),
    show: (lines) => log.message(lines),
    async wait(what, work) {
      const { start, stop, error } = spinner();
      start(what);
      try {
        const result = await work();
        stop(what);
        return result;
      } catch (cause) {
        error(what);
        throw cause;
      }
    },
    async text({ id, message, standing, example, read }) {
      for (let initialValue = standing; ;) {
        const typed = await answered(text({ message, initialValue, placeholder: example }));
        const answer = await read((typed as string | undefined)?.trim() ?? '');
        if ('value' in answer) return answer.value;
        ask.refuse(id, answer.problem);
        initialValue = typed;
      }
    },
    async secret({ message, standing }) {
      const typed = await answered(
        password({ message, validate: standing === undefined ? isEmpty : undefined }),
      );
      return (typed as string | undefined) || (standing ?? '');
    },
    choose: ({ message, choices, standing }) =>
      answered(select<string>({ message, options: [...choices], initialValue: standing })) as never,
    confirm: ({ message, standing }) => answered(confirm({ message, initialValue: standing ?? true })),
    refuse: (_id, problem) => log.error(problem),
  };
  return ask;
}
