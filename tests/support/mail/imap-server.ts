import { closeAtEnd } from '../runner/close-at-end.ts';
import { createTemporaryFolder } from '../runner/temporary-folder.ts';
import { startDovecot, type DovecotOptions } from './dovecot.ts';

/** Starts a real IMAP server with an empty mailbox, which ends with the test. */
export async function startImapServer(options: DovecotOptions = {}) {
  const server = await startDovecot(createTemporaryFolder(), options);
  closeAtEnd(server.stop);
  return server;
}
