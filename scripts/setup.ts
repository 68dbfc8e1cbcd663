/**
 * `npm run setup`: asks for what a live site needs, checks each answer at once, and writes `.env` and the files of
 * `deploy/live/`, which the proxy and the service need. It can be run again, and stopped at any question: the next run goes
 * on there.
 *
 * - `--answers file.json` takes the answers from a file, by the ids of the questions.
 * - `--dns 192.0.2.53` asks this DNS server instead of the machine's.
 * - `--check` asks nothing: it looks at the live site and this machine, and exits with 1 if something is not in order.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { deskPortOf, loadEnvironment, parseEnvironment, readEnvFile } from '../server/env.ts';
import { Stopped, type Asker } from './setup/asker.ts';
import { checkLive } from './setup/check.ts';
import { openResolver } from './setup/domains.ts';
import { replaceFile, setVariables, type Variables } from './setup/env-file.ts';
import { answerFromFile } from './setup/file-asker.ts';
import { askAboutFirm } from './setup/firm-questions.ts';
import { keepAnswers } from './setup/kept-answers.ts';
import { liveFiles, readLiveFiles, writeLiveFiles } from './setup/live-files.ts';
import { askAboutMachine, askForDomains } from './setup/machine-questions.ts';
import { askAboutMailbox } from './setup/mailbox-questions.ts';
import { askAboutMail, askAboutRetention } from './setup/mail-questions.ts';
import { describeNextSteps } from './setup/next-steps.ts';
import { askInTerminal } from './setup/terminal-asker.ts';
import { runCommand } from './run-command.ts';
import { print, printError } from './print.ts';

const ENV = '.env';
const EXAMPLE = join(import.meta.dirname, '../.env.example');
const LIVE = 'deploy/live';
const STEPS = 'next-steps.txt';
/** The answers of a run that was stopped. */
const ANSWERS = '.env.answers';

type Options = { answers?: string; dns?: string };

function openAsker(answers: string | undefined): { asker: Asker; unasked?: Set<string> } {
  if (answers !== undefined) return answerFromFile(readFileSync(answers, 'utf8'), print);
  if (process.stdin.isTTY) {
    const keys = 'Enter keeps an answer, Esc goes back to the question before, Ctrl+C stops.';
    return { asker: askInTerminal(`Your site, ready to go live. ${keys}`) };
  }
  throw new Error(
    'There is no terminal to ask on. Give the answers in a file: npm run setup -- --answers file.json',
  );
}

/** Asks everything. Nothing is written yet. */
async function askAll(asker: Asker, standing: Variables, dns: string | undefined) {
  const firm = await askAboutFirm(asker, standing);
  const domains = await askForDomains(asker, standing, openResolver(dns));
  const machine = await askAboutMachine(asker, standing, { ...domains, live: readLiveFiles(LIVE) });
  const mail = await askAboutMail(asker, standing, firm.PUBLIC_SITE_BRAND ?? '');
  const mailbox = await askAboutMailbox(asker, { ...standing, ...mail }, firm.PUBLIC_SITE_EMAIL ?? '');
  const retention = await askAboutRetention(asker, standing);
  return { answers: { ...firm, ...machine.answers, ...mail, ...mailbox, ...retention }, live: machine.live };
}

/** Asks, and writes `.env` and the files of `deploy/live/`. @returns what is left for the operator to do */
async function writeSettings(asker: Asker, { dns, answers: file }: Options): Promise<string> {
  const former = readEnvFile();
  const text = former ?? readFileSync(EXAMPLE, 'utf8');
  // The answers of a file are all given again.
  const kept = keepAnswers(asker, file === undefined ? ANSWERS : undefined);
  const { next, live } = await kept.askAll(async (keeping) => {
    const { answers, live } = await askAll(keeping, parseEnv(text) as Variables, dns);
    const next = setVariables(text, answers);
    // Throws if the server would not start with these settings.
    deskPortOf(parseEnvironment(parseEnv(next)));
    asker.section('Your answers');
    asker.show(kept.describe());
    const message = `Write all this to ${ENV} and ${LIVE}/?`;
    if (!(await asker.confirm({ id: 'write', message, standing: true }))) throw new Stopped();
    return { next, live };
  });
  if (next !== former) replaceFile(ENV, next);
  const steps = describeNextSteps(live, parseEnv(next) as Variables);
  writeLiveFiles(LIVE, { ...liveFiles(live, process.cwd()), [STEPS]: steps });
  kept.forget();
  asker.show(`${ENV} and ${LIVE}/ are written.`);
  return steps;
}

async function setUp(asker: Asker, options: Options): Promise<void> {
  try {
    const steps = await writeSettings(asker, options);
    // Not shown by the asker, which draws a frame around its texts: these lines are to be copied.
    print(`\nWhat is left for you to do (also in ${LIVE}/${STEPS}):\n\n${steps}`);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    printError('Stopped. Nothing was changed. Your answers are kept: run this again to go on.');
    process.exitCode = 130;
  }
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      answers: { type: 'string' },
      dns: { type: 'string' },
      check: { type: 'boolean' },
    },
  });
  if (values.check) {
    const isInOrder = await checkLive({
      env: loadEnvironment(),
      dns: values.dns,
      print,
    });
    process.exitCode = isInOrder ? 0 : 1;
    return;
  }
  const { asker, unasked = new Set() } = openAsker(values.answers);
  try {
    await setUp(asker, values);
  } finally {
    if (unasked.size > 0)
      print(`\nNo question has asked for ${[...unasked].join(', ')} so far. Is a name misspelt?`);
  }
});
