/**
 * Makes a text safe to print in a terminal. Control characters could move its cursor or set its title, and others change the
 * order of what is read: both are written as escapes, as in JSON. Line breaks and tabs stay.
 */
export const printable = (text: string): string =>
  text.replace(
    /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Prints what a command has to say. It may contain words from a file, a database or the network. */
export const print = (text: string): void => console.log(printable(text));

/** Prints why a command fails. */
export const printError = (text: string): void => console.error(printable(text));
