import { createInterface } from 'node:readline/promises';

/**
 * Asks the operator to type a word before data is changed or deleted.
 *
 * @throws {Error} when there is no terminal to ask on
 */
export async function confirm(question: string, word: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new Error(
      `Nothing was ${word}d: there is no terminal to ask on. Add --yes to ${word} without being asked.`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type "${word}": `);
  terminal.close();
  return answer.trim() === word;
}
