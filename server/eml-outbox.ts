import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { SendMail } from '../supabase/functions/send-email/delivery.ts';

/**
 * The mailbox of an installation without SMTP: each mail is an `.eml` file that any mail program opens.
 * A mail's name comes from its Message-ID, so the same mail written twice is one file.
 */
export function createEmlOutbox(directory: string): SendMail {
  mkdirSync(directory, { recursive: true });
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message) => {
    const { message: eml } = await transport.sendMail(message);
    const name = message.messageId.replace(/^<|@.*$/g, '');
    const path = join(directory, `${message.date.toISOString().replaceAll(':', '-')}-${name}.eml`);
    await writeFile(`${path}.part`, eml as Buffer, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
  };
}
