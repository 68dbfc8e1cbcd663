/**
 * `npm run setup`: asks for what a live site needs, checks each answer at once, and writes `.env` and the files of
 * `deploy/live/`. It can be run again, and stopped at any question.
 *
 * - `--answers file.json` takes the answers from a file, by the ids of the questions.
 * - `--dns 192.0.2.53` asks this DNS server instead of the machine's.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stopped, type Asker } from './setup/asker.ts';
import { answerFromFile } from './setup/file-asker.ts';
import { askInTerminal } from './setup/terminal-asker.ts';
import { runCommand } from './run-command.ts';

function openAsker(answers: string | undefined): Asker {
  if (answers !== undefined)
    return answerFromFile(readFileSync(answers, 'utf8'), (line) => console.log(line));
  if (process.stdin.isTTY) return askInTerminal('The site of your firm');
  throw new Error(
    'There is no terminal to ask on. Give the answers in a file: npm run setup -- --answers file.json',
  );
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { answers: { type: 'string' }, dns: { type: 'string' } } });
  try {
    const asker = openAsker(values.answers);
    await asker.confirm({ id: 'begin', message: 'Begin?', standing: true });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    console.error('Stopped. Nothing was changed.');
    process.exitCode = 130;
  }
});
