import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** The log on standard output: readable lines in a terminal, JSON for a log collector. */
export function openLog(level: string): Logger {
  const output = process.stdout.isTTY ? pretty({ singleLine: true }) : process.stdout;
  return pino({ level, base: null }, output);
}
