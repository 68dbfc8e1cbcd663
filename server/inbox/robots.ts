import type { ReadMail } from './read-mail.ts';
import { isReport } from './report.ts';

/** How the subjects of automatic answers begin. Most also have a header that says so; some programs send none. */
const AUTOMATIC_SUBJECT =
  /^(?:auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|automatische (?:antwort|antwoord)|abwesenheitsnotiz|abwesend|réponse automatique|absence du bureau|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori sede|automatisch antwoord|afwezig|autoodpowiedź|odpowiedź automatyczna|automatyczna odpowiedź|resposta automática|autosvar|automatiskt svar|freagairt fèin-obrachail)(?!\p{L})/iu;

/**
 * Whether a program has sent the mail: an automatic answer, a newsletter, a read receipt, the answer to an invitation.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3834#section-5
 */
export function isFromRobot(mail: ReadMail): boolean {
  const { header, subject, attachments } = mail;
  const has = (name: string, pattern = /./) => header(name).some((value) => pattern.test(value.trim()));
  return (
    has('auto-submitted', /^(?!no\b)./i) ||
    has('precedence', /^(?:bulk|list|junk|auto[-_]reply)\b/i) ||
    has('list-id') ||
    has('x-autoreply') ||
    has('x-autorespond') ||
    has('return-path', /^<\s*>$/) ||
    isReport(mail) ||
    attachments.some(({ method }) => method === 'REPLY') ||
    AUTOMATIC_SUBJECT.test(subject)
  );
}
