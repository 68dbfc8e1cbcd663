import { createContext, runInContext } from 'node:vm';
import EmailReplyParser from 'email-reply-parser';

/** A hostile text can keep the library's regular expressions busy for hours, so its input and its time are limited. */
const MOST_CHARACTERS = 20_000;
const LIMIT_MS = 200;

/** The lines above a quoted mail that the library does not know, such as Gaelic ones and Outlook's without an address. */
const QUOTE_HEADERS = [
  /^.*(?:\b(?:sgrìobh|sgriobh|scríobh)\b|napisał\(a\):$|^Wiadomość napisana przez ).*$/gimu,
  /^(?:Gesendet|Wysłano|Sent): .*\n(?:Von|Od|From): /gimu,
  /^\*?(?:From|Von|Od|De|Van|Bho):\*? .*\n\*?(?:Sent|Date|Gesendet|Datum|Wysłano|Data|Envoyé|Verzonden|Air a chur):/gimu,
  /^-{2,} ?(?:Forwarded message|Original-Nachricht|Weitergeleitete Nachricht|Wiadomość oryginalna|Oryginalna wiadomość) ?-{2,}$/gimu,
  /^Begin forwarded message:$/gim,
];
const KNOWN_HEADER = '\nOn this day, we wrote:\n';

const SIGNATURES =
  /^(?:Von meinem .+ gesendet|Gesendet mit .+|Wysłano z .+|Air a chur bho .+|Get Outlook for .+)$/gimu;

/**
 * The time limit counts time on the clock, so on a busy machine it can pass before the parser has done its work. The parser
 * then tries again.
 */
function parse(text: string): string {
  const context = createContext({ parse: () => new EmailReplyParser().parseReply(text) });
  const before = process.cpuUsage();
  for (;;) {
    try {
      return String(runInContext('parse()', context, { timeout: LIMIT_MS }));
    } catch (error) {
      const { user, system } = process.cpuUsage(before);
      const isBusy = (user + system) / 1000 < LIMIT_MS / 2;
      if (!isBusy || (error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    }
  }
}

/**
 * The words that somebody has written anew: without the quoted mail and the signature. In doubt, the whole text: also if
 * nothing else is left, as with a forwarded mail.
 */
export function newWords(text: string): string {
  const marked = QUOTE_HEADERS.reduce(
    (marking, header) => marking.replace(header, (line) => `${KNOWN_HEADER}${line}`),
    text.slice(0, MOST_CHARACTERS),
  ).replace(SIGNATURES, '-- ');
  try {
    return parse(marked).trim() || text;
  } catch {
    return text;
  }
}
