import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DOVECOT, ensureDovecot } from '#scripts/ensure-dovecot.ts';
import { waitUntil } from '../runner/wait-until.ts';
import { findFreePort } from '../server/listen-on-free-port.ts';

/** The user of the mailbox on Debian: Dovecot refuses root. */
const NOBODY = 65_534;

/** The mailbox is always full, which must not matter to who only reads it. */
const configuration = (
  folder: string,
  port: number,
  { introspectionUrl, connections = 10 }: DovecotOptions,
) => `
protocols = imap
mail_plugins = quota
plugin {
  quota = count:User quota
  quota_rule = *:storage=1K
  quota_vsizes = yes
}
mail_max_userip_connections = ${connections}
auth_mechanisms = plain xoauth2 oauthbearer
${
  introspectionUrl === undefined
    ? ''
    : `passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}`
}
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail:INDEX=${folder}/index:CONTROL=${folder}/index
mail_uid = ${NOBODY}
mail_gid = ${NOBODY}
first_valid_gid = ${NOBODY}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = home=${folder}
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
}
service stats {
  chroot =
}
`;

export type DovecotOptions = {
  /** Where the server asks whether an access token is valid. Without it, only the password opens the mailbox. */
  introspectionUrl?: string;
  /** How many connections the mailbox may have. */
  connections?: number;
};

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // Only a server that greets is ready.
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });

/** Starts a real IMAP server with an empty mailbox. @param folder an empty folder for it */
export async function startDovecot(folder: string, options: DovecotOptions = {}) {
  ensureDovecot();
  chmodSync(folder, 0o755);
  for (const name of ['mail', 'mail/new', 'mail/cur', 'mail/tmp', 'index', 'state']) {
    mkdirSync(join(folder, name));
    if (name !== 'state') chownSync(join(folder, name), NOBODY, NOBODY);
  }
  const port = await findFreePort();
  const file = join(folder, 'dovecot.conf');
  writeFileSync(file, configuration(folder, port, options));
  writeFileSync(
    join(folder, 'oauth2.conf'),
    `introspection_mode = auth
introspection_url = ${options.introspectionUrl ?? ''}
username_attribute = email
active_attribute = active
active_value = true
`,
  );
  let stop = () => Promise.resolve();
  let delivered = 0;

  async function start(): Promise<void> {
    const server = spawn(DOVECOT, ['-F', '-c', file], { stdio: 'ignore' });
    const ended = once(server, 'exit');
    stop = async () => {
      server.kill('SIGTERM');
      await ended;
    };
    await waitUntil('the IMAP server listens', () => isListening(port));
  }
  await start();

  return {
    url: `imap://leads%40firm.example:secret@127.0.0.1:${port}/INBOX`,
    start,
    stop: () => stop(),
    /** Puts a mail into the mailbox, as a mail server does. */
    async deliver(mail: string | Buffer): Promise<void> {
      const name = `${Date.now()}.${(delivered += 1)}.test`;
      await writeFile(join(folder, 'mail/tmp', name), mail);
      chownSync(join(folder, 'mail/tmp', name), NOBODY, NOBODY);
      await rename(join(folder, 'mail/tmp', name), join(folder, 'mail/new', name));
    },
    /** The mails, byte for byte, by their names, which also have the flags. */
    read: () =>
      ['new', 'cur', 'tmp'].flatMap((name) =>
        readdirSync(join(folder, 'mail', name))
          .sort()
          .map((mail) => [name, mail, readFileSync(join(folder, 'mail', name, mail), 'latin1')]),
      ),
    /** Numbers all mails anew, with another UIDVALIDITY. */
    async renumber(): Promise<void> {
      await stop();
      for (const name of readdirSync(join(folder, 'index')))
        rmSync(join(folder, 'index', name), { recursive: true });
      await start();
    },
  };
}
