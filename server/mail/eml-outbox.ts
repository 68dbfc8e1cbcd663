import { chmodSync, mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { SendMail } from '../../supabase/functions/send-email/delivery.ts';

/**
 * Writes each mail to an `.eml` file, for installations without SMTP. The file name contains the Message-ID,
 * so a mail that is sent twice is still one file.
 */
export function createEmlOutbox(directory: string): SendMail {
  mkdirSync(directory, { recursive: true });
  // Names of files have ids of leads and times. A folder that exists already may have been readable by everybody.
  chmodSync(directory, 0o700);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (message) => {
    const { message: eml } = await transport.sendMail(message);
    const name = message.messageId.replace(/^<|@.*$/g, '');
    const path = join(directory, `${message.date.toISOString().replaceAll(':', '-')}-${name}.eml`);
    await writeFile(`${path}.part`, eml as Buffer, { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
  };
}
