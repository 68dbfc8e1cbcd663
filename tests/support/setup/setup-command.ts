/** For tests of `npm run setup`: a folder to run it in, and the servers that it asks. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { publicAddresses } from '#scripts/setup/machine.ts';
import { CLEAN_ENVIRONMENT } from '../server/clean-environment.ts';
import { startDnsServer } from './dns-server.ts';
import { findFreePort } from '../server/listen-on-free-port.ts';
import { startMailServer } from '../mail/mail-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A public IPv4 address of this machine; without one, an address that is reserved for documentation. */
const HERE = publicAddresses().find(isIPv4) ?? '203.0.113.7';

const PASSWORD = 'pass: word/1';

function refusal(message: string): Error {
  return Object.assign(new Error(message), { responseCode: 550 });
}

/** A DNS server that knows the firm's two domains, a mail server with its account, and an empty folder. */
export async function openSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'setup-'));
  const dns = await startDnsServer({ 'bothy.test': [HERE], 'desk.bothy.test': [HERE] });
  const mail = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'bothy' && password === PASSWORD) done(null, { user: username });
      else done(new Error('Authentication failed'));
    },
    onMailFrom({ address }, _session, done) {
      done(address.endsWith('@bothy.test') ? null : refusal('Sender is not yours'));
    },
    onRcptTo({ address }, _session, done) {
      done(address === 'nobody@bothy.test' ? refusal('No such mailbox') : null);
    },
  });

  // The folders for data and backups are below the real one, which is therefore not this command's.
  const env = {
    ...CLEAN_ENVIRONMENT,
    PATH: process.env.PATH,
    FORCE_COLOR: '0',
    TMPDIR: join(folder, 'temporary'),
  };
  return {
    folder,
    mail,
    env,
    args: [join(ROOT, 'scripts/setup.ts'), '--dns', dns.address],
    /** An answer to each question without a default, and to each whose default is a port or a folder of the system. */
    answers: {
      brand: 'Bothy & Byre',
      legalName: 'Bothy & Byre Ltd',
      phone: '0141 496 0456',
      email: 'hello@bothy.test',
      address: '1 High Street, Glasgow G1 1AA',
      registration: 'Registered in Scotland, company number SC123456',
      redressScheme: 'none',
      supervisor: 'none',
      icoNumber: 'none',
      complaintDays: '56',
      domain: 'bothy.test',
      port: String(await findFreePort()),
      deskPort: String(await findFreePort()),
      dataDir: join(folder, 'data'),
      backupDir: join(folder, 'backups'),
      smtpHost: '127.0.0.1',
      smtpPort: new URL(mail.url).port,
      smtpUser: 'bothy',
      smtpPassword: PASSWORD,
      mailTo: 'leads@bothy.test',
      mailFrom: 'website@bothy.test',
      mailArrived: 'yes',
    },
    /**
     * Runs the command with an answers file.
     *
     * @param copy a copy of the repository, whose content the command may change
     */
    run: async (answers: Record<string, unknown>, copy?: string, ...more: string[]) => {
      const file = join(folder, 'answers.json');
      await writeFile(file, JSON.stringify(answers));
      const script = join(copy ?? ROOT, 'scripts/setup.ts');
      const options = { cwd: copy ?? folder, env };
      const child = spawn(
        process.execPath,
        [script, '--dns', dns.address, '--answers', file, ...more],
        options,
      );
      const [[code], stdout, stderr] = await Promise.all([
        once(child, 'exit') as Promise<[number | null]>,
        text(child.stdout),
        text(child.stderr),
      ]);
      return { code, stdout, stderr };
    },
    close: async () => {
      await Promise.all([dns.close(), mail.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Setup = Awaited<ReturnType<typeof openSetup>>;
