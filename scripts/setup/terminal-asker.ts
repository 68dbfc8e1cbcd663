import { confirm, intro, isCancel, log, password, select, spinner, text } from '@clack/prompts';
import { wrapAnsi } from 'fast-wrap-ansi';
import { printable } from '../print.ts';
import { Stopped, type Asker, type ChoiceQuestion } from './asker.ts';

/** Clack cancels a question on Ctrl+C and on Esc. Esc goes back to the question before. */
async function answered<T>(prompt: Promise<unknown>): Promise<T> {
  let lastKey: string | undefined;
  const note = (_text: string, key: { name?: string }) => (lastKey = key.name);
  process.stdin.on('keypress', note);
  const answer = await prompt.finally(() => process.stdin.off('keypress', note));
  if (isCancel(answer)) throw new Stopped({ wantsBack: lastKey === 'escape' });
  return answer as T;
}

export function askInTerminal(title: string): Asker {
  intro(title);
  const refuse = (_id: string, problem: string) => log.error(printable(problem));
  return {
    section: (name) => log.step(name),
    // Lines are wrapped between words. Clack's bar at the left takes three columns.
    show: (lines) =>
      log.message(wrapAnsi(printable(lines), (process.stdout.columns || 80) - 3, { trim: false })),
    async wait(what, work) {
      const progress = spinner();
      progress.start(what);
      try {
        const result = await work();
        progress.stop(what);
        return result;
      } catch (cause) {
        progress.error(what);
        throw cause;
      }
    },
    async text({ id, message, standing = '', example = '', read }) {
      for (let initialValue = standing; ;) {
        // Resolves with undefined for an empty answer.
        const typed = await answered<string | undefined>(
          text({ message, initialValue, placeholder: example && `Such as: ${example}` }),
        );
        const answer = await read(typed?.trim() ?? '');
        if ('value' in answer) return answer.value;
        refuse(id, answer.problem);
        initialValue = typed ?? '';
      }
    },
    async secret({ message, standing }) {
      const hint = standing && ' (Enter keeps the present one)';
      const typed = await answered<string | undefined>(password({ message: `${message}${hint}` }));
      return typed === undefined || typed === '' ? standing : typed;
    },
    choose: <Value extends string>({ message, choices, standing }: ChoiceQuestion<Value>) =>
      answered<Value>(select<string>({ message, options: [...choices], initialValue: standing })),
    confirm: ({ message, standing }) => answered<boolean>(confirm({ message, initialValue: standing })),
    refuse,
  };
}
