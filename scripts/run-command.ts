import { pino, type Logger } from 'pino';
import { messageOf } from './error-text.ts';
import { printError } from './print.ts';

/** Runs the work of a command in scripts/. If it throws, prints only the error's message and exits with 1. */
export async function runCommand(work: (log: Logger) => Promise<void> | void): Promise<void> {
  try {
    await work(pino({ level: 'error', base: null }, pino.destination(2)));
  } catch (error) {
    printError(messageOf(error));
    process.exitCode = 1;
  }
}
