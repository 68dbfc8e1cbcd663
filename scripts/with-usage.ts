import { messageOf } from './error-text.ts';

/**
 * Reads the arguments of a command.
 *
 * @param read returns undefined, or throws what is wrong, if they cannot be used
 * @throws {Error} with what is wrong, and how the command is used
 */
export function withUsage<Arguments>(usage: string, read: () => Arguments | undefined): Arguments {
  let given: Arguments | undefined;
  try {
    given = read();
  } catch (cause) {
    throw new Error(`${messageOf(cause)}\n\n${usage}`, { cause });
  }
  if (given === undefined) throw new Error(usage);
  return given;
}
