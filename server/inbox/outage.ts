import pg from 'pg';
import { Refused } from '../refused.ts';

/** The mail server, or the connection to it, has failed. */
export class MailboxFault extends Error {
  /** Says what the mail server has said, or what became of the connection. */
  static of(error: unknown): MailboxFault {
    const { message, responseText } = error as Error & { responseText?: string };
    return new MailboxFault(responseText ?? message, { cause: error });
  }
}

/**
 * Connection exceptions, transactions that others have ended, a lack of resources such as disk space, and a database that is
 * ended by its operator or is starting; a lock that was not free in time.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQL_STATES = /^(?:08|40|53|57)|^55P03$/;

/** How `pg` begins its messages about a connection that has failed. */
const PG_MESSAGES = /^(?:Connection terminated|timeout exceeded|Query read timeout|Client (?:was|has) )/;

/** Whether the mail server, the database or this server was not available. That says nothing about a mail. */
export function isOutage(error: unknown): boolean {
  if (error instanceof MailboxFault) return true;
  if (error instanceof Refused) return error.status >= 500;
  const { code, message } = error as Error & { code?: string };
  if (error instanceof pg.DatabaseError) return SQL_STATES.test(code ?? '');
  // The system's codes, such as ECONNRESET.
  return /^E[A-Z]+$/.test(code ?? '') || PG_MESSAGES.test(message);
}
